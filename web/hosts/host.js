/**
 * What a host is to Footwork: the words that adapters have in common. See docs/new-host.md.
 *
 * A host owns the map, the tokens and what is kept of them. An adapter brings a token that moves into the form of
 * `Mover`, asks the rules through `web/core`, draws what they answer, and writes what a `Verdict` says.
 *
 * @import {
 *   ApplyRequest, ApplyValue, Check, PathCell, Plan, Problem, ReactionOffer, RollResult, StateRequest, Text
 * } from "../core/protocol.js"
 * @import { Dice, Thrown } from "../core/thrown.js"
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {{col: number, row: number, elevation: number}} Place
 * @typedef {{commit: NonNullable<ApplyRequest["commit"]>} | {undo: string}} Change  what is sent to the rules
 *
 * @typedef {object} Turn  What a host keeps with a token, unread; one may keep more with it.
 * @property {Fields | null} ledger  null: nothing was done yet
 * @property {string[][]} moves  the commits of each move, so that a move that is taken back takes back all of them
 * @property {readonly Thrown[]} [thrown]  how dice fell, so that a roll that is taken back is the same when it is made again
 */

/**
 * A token about to move, and all that the rules need to know of it.
 *
 * @template {Turn} [Kept=Turn]
 * @typedef {object} Mover
 * @property {string} token
 * @property {Kept} turn
 * @property {boolean} inCombat  without a fight nothing is counted
 * @property {Fields} character
 * @property {Omit<StateRequest, "op" | "mover">} common  system, house rules, scene, view, clock
 * @property {Place} [at]  where it stood, if it stands there no more
 * @property {(path: readonly PathCell[]) => StateRequest["scene"]} [sceneAlong]  the scene for a token on a path, where ground differs by how it is crossed
 * @property {() => Promise<Mover<Kept> | null>} [now]  the same as it is by now, where somebody was waited for
 */

/**
 * What a host answers while a move is judged: what its GM has set, what its people say, how its dice fall.
 *
 * @template {Turn} [Kept=Turn]
 * @typedef {object} Table
 * @property {(question: import("../core/rules-client.js").Request) => Promise<any>} ask  the rules; never rejects
 * @property {() => "inform" | "confirm" | "block"} enforcement  of moves that the rules refuse: let through and told; the GM is asked; refused
 * @property {(mover: Mover<Kept>, check: Check) => Promise<{faces: number[]} | {seed: number} | null>} [throws]  how the dice fell; null: none did; without it rolls and reactions wait in the ledger until the rules are told of them
 * @property {() => boolean} [failsClosed]  whether a move that the rules cannot judge is refused; it is not, if this is not told
 * @property {(mover: Mover<Kept>, plan: Plan, id: string, route: import("../core/questions.js").Route) => Promise<boolean>} [letThrough]  asks the GM; without it nothing is let through
 * @property {(mover: Mover<Kept>, check: Check, plan?: Plan) => Promise<boolean>} [rolls]  asks whoever moves, and tells the plan if a move waits for it; without it every roll is made
 * @property {(mover: Mover<Kept>, reaction: ReactionOffer, id: string) => Promise<boolean>} [stops]  asks the GM whether it ends the move, whose turn is the one at that moment; without it none does
 * @property {(turn: Kept) => readonly Thrown[]} [thrownIn]  what a turn tells of dice, where that is not kept as `thrown`
 * @property {(mover: Mover<Kept>, check: Check, id: string) => Promise<boolean>} [rollsAnew]  whether dice that were taken back are thrown anew; without it they stay as they fell
 * @property {(mover: Mover<Kept>, check: Check, dice: Dice) => unknown} [stays]  tells that they do
 * @property {(turn: Kept, change: Change, ledger: Fields) => Kept} [noted]  a turn after the rules were told of something, where more is kept than the ledger
 */

/**
 * What becomes of a move, or of something else that the rules were told.
 *
 * @template {Turn} [Kept=Turn]
 * @typedef {object} Verdict
 * @property {"made" | "cut" | "refused" | "unjudged"} outcome
 *   made: it goes on as it is; cut: it ends before; refused: the token stays; unjudged: as without the rules
 * @property {Kept | null} turn  what to write together with the move; null: nothing
 * @property {PathCell[]} way  where the rules have the token go, from where it stood; empty: nowhere, or they were not told
 * @property {PathCell | null} end  of that way
 * @property {number} gone  how far it goes of its own along it, in the unit of its system
 * @property {number} forced  how far it is pushed along it or put back, likewise
 * @property {Plan | null} plan
 * @property {ApplyValue | null} answer  the last thing that the rules said to what they were told, for hosts that show more of it
 * @property {RollResult[]} rolls
 * @property {readonly Thrown[]} takenBack  the rolls that were taken back with it
 * @property {boolean} overridden  the rules say no, and it was let through
 * @property {boolean} declined  whoever was asked wants the token to stay
 * @property {boolean} informed  it was let through because this table only tells of such moves
 * @property {Text | null} reason  why it was refused, or what stopped a push or the way back to the start of the turn; null: somebody chose so, and knows
 * @property {Problem | null} problem  why it could not be judged
 */

/**
 * What every adapter does with the tokens of its host.
 *
 * @typedef {object} Adapter
 * @property {(token: string) => Mover | string | null} moverOf  a text: why the rules do not judge it, for one notice; null: it is no token
 * @property {(token: string) => Promise<void>} pickUp  ask where it can go, and draw that
 * @property {(token: string, path: PathCell[]) => Promise<void>} hold  ask what this path comes to, and draw that; only the newest matters
 * @property {(token: string, path: PathCell[]) => Promise<Verdict>} drop  judge exactly this path, and write the result
 * @property {(token: string) => Promise<Verdict>} takeBack  the newest move
 * @property {(token: string) => void} letGo  clear what was drawn
 */

export {};
