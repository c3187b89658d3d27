/**
 * What a host is to Footwork: the words that adapters have in common. See docs/new-host.md.
 *
 * A host owns the map, the tokens and what is kept of them. An adapter brings a token that moves into the form of
 * `Mover`, asks the rules through `web/core`, draws what they answer, and writes what a `Verdict` says.
 *
 * @typedef {import("../core/protocol.js").PathCell} PathCell
 * @typedef {import("../core/protocol.js").Plan} Plan
 * @typedef {import("../core/protocol.js").Problem} Problem
 * @typedef {import("../core/protocol.js").Roll} Roll
 * @typedef {import("../core/protocol.js").StateRequest} StateRequest
 * @typedef {{[field: string]: unknown}} Fields
 *
 * @typedef {object} Turn  What a host keeps with a token, unread.
 * @property {Fields | null} ledger  null: nothing was done yet
 * @property {string[][]} moves  the commits of each move, so that a move that is taken back takes back all of them
 *
 * @typedef {object} Mover  A token about to move, and all that the rules need to know of it.
 * @property {string} token
 * @property {Turn} turn
 * @property {boolean} inCombat  without a fight nothing is counted
 * @property {Fields} character
 * @property {Omit<StateRequest, "op" | "mover">} common  system, house rules, scene, view, clock
 * @property {{col: number, row: number, elevation: number}} [at]  where it stood, if it stands there no more
 *
 * @typedef {object} Verdict
 * @property {"made" | "cut" | "refused" | "unjudged"} outcome
 *   made: it goes on as it is; cut: it ends before; refused: the token stays; unjudged: as without the rules
 * @property {Turn | null} turn  what to write together with the move; null: nothing
 * @property {PathCell | null} end  where it ends, if the rules recorded it
 * @property {Plan | null} plan
 * @property {Roll[]} rolls
 * @property {boolean} overridden  the rules say no, and it was let through
 * @property {string} reason  why it was refused
 * @property {Problem | null} problem  why it could not be judged
 *
 * @typedef {object} Adapter  What every adapter does with the tokens of its host.
 * @property {(token: string) => Mover | string | null} moverOf  a text: why the rules do not judge it, to be told once; null: it is no token
 * @property {(token: string) => Promise<void>} pickUp  ask where it can go, and draw that
 * @property {(token: string, path: PathCell[]) => Promise<void>} hold  ask what this path comes to, and draw that; only the newest matters
 * @property {(token: string, path: PathCell[]) => Promise<Verdict>} drop  judge this very path, and write what comes of it
 * @property {(token: string) => Promise<Verdict>} takeBack  the newest move
 * @property {(token: string) => void} letGo  clear what was drawn
 */

export {};
