import assert from "node:assert/strict";
import { test } from "node:test";
import { createGrants, grantKey, pathGranted } from "../../../web/core/grants.js";
import { createMoveAudit } from "../../../web/hosts/foundry/move-audit.js";
import { NEW, stepped } from "../../../web/hosts/foundry/turns.js";

/** @typedef {{col: number, row: number, elevation: number}} Place */

/** @type {(col: number) => Place} */
const at = (col) => ({ col, row: 0, elevation: 0 });
/** @type {any} */
const JENNY = { id: "jenny" };

/** A move as a client of ours tells it. @type {(id: string, from: number, to: number, more?: object) => any} */
const moved = (id, from, to, more = {}) => ({
  commit: { id, events: [{ kind: "moved", route: { path: [at(from), at(to)] }, ...more }] },
});

/**
 * Rules that let a token go at most three cells at once, and count what it has done; their ledger is a list of ids.
 *
 * @param {any} question
 */
const rules = async ({ mover, commit, undo }) => {
  const done = mover.ledger?.done ?? [];
  if (undo)
    return {
      ok: true,
      value: { ledger: { done: done.slice(0, -1) }, moves: [{ to: at(0) }], refused: null },
    };
  const event = commit.events[0];
  if (event.kind !== "moved")
    return { ok: true, value: { ledger: { done: [...done, commit.id] }, moves: [], refused: null } };
  const path = event.route.path ?? [mover.at, mover.at];
  const [from, to] = [mover.at, path.at(-1)];
  const isFar = Math.abs(to.col - from.col) > 3 && !event.override;
  if (isFar || path[0].col !== from.col)
    return { ok: true, value: { ledger: mover.ledger, moves: [], refused: { reason: { text: "too far" } } } };
  const moves = [{ way: [from, to], to }];
  return { ok: true, value: { ledger: { done: [...done, commit.id] }, moves, refused: null } };
};

/** What honest clients of ours make of some changes. @type {(...changes: any[]) => Promise<any>} */
const honest = async (...changes) => {
  /** @type {any} */
  let turn = NEW;
  let place = at(0);
  for (const change of changes) {
    const { value } = /** @type {any} */ (
      await rules({ mover: { ledger: turn.ledger, at: place }, ...change })
    );
    turn = stepped(turn, change, value.ledger);
    place = value.moves.at(-1)?.to ?? place;
  }
  return turn;
};

/** Ports of a GM who let something through. @param {import("../../../web/core/grants.js").Grant} grant */
const granting = (grant) => {
  const grants = createGrants();
  grants.give(grant);
  return { takes: grants.take };
};

/** An audit, and what it does. @param {object} [ports] */
const audited = (ports = {}) => {
  /** @type {string[]} */
  const said = [];
  /** @type {any[]} */
  const written = [];
  /** @type {any} */
  let kept = {};
  const flag = { turn: NEW };
  const audit = createMoveAudit({
    ask: rules,
    moverOf: () =>
      /** @type {any} */ ({ token: "jenny", inCombat: true, common: {}, character: {}, turn: NEW }),
    placeOf: () => at(0),
    keyOf: ({ id }) => id,
    told: () => flag.turn,
    takes: () => false,
    isTooLarge: () => false,
    areRunning: async () => false,
    newId: () => "m",
    unseen: () => said.push("unseen"),
    inWords: ({ text }) => text,
    problem: ({ message }) => message,
    rollsAnew: () => false,
    isLenient: () => false,
    isInTurn: () => true,
    custom: () => "tell",
    write: async (_document, { turn, place }, goesBack) => {
      written.push({ done: turn.ledger?.done ?? [], col: place.col, goesBack });
    },
    doubt: (_document, { fault, reason }) => said.push([fault, reason].filter(Boolean).join(": ")),
    kept: () => kept,
    keep: async (all) => {
      kept = all;
    },
    wait: async () => {},
    ...ports,
  });
  /** @type {(from: number, to: number, claim: any, id?: string) => Promise<unknown>} */
  const goes = (from, to, claim, id = "m") => {
    flag.turn = claim;
    return audit.see(JENNY, { from: at(from), path: [at(from), at(to)], to: at(to), id, claim });
  };
  /** @type {(col: number, claim: any) => Promise<unknown>} */
  const stands = (col, claim) => audit.see(JENNY, { from: null, path: null, to: at(col), id: "", claim });
  return { audit, goes, stands, said, written, kept: () => kept, flag };
};

test("what an honest client tells holds, and is kept for another GM", async () => {
  const { goes, stands, said, written, kept } = audited();
  const first = await honest(moved("a", 0, 2));
  await goes(0, 2, first);
  const second = await honest(moved("a", 0, 2), { commit: { id: "b", events: [{ kind: "did" }] } });
  await stands(2, second);
  assert.deepEqual([said, written], [[], []]);
  assert.deepEqual(kept().jenny.turn.ledger, { done: ["a", "b"] });
  assert.deepEqual(kept().jenny.place, at(2));
});

test("a move of a client without the module is counted for it", async () => {
  const { goes, said, written } = audited();
  await goes(0, 2, NEW);
  assert.deepEqual(said, []);
  assert.deepEqual(written, [{ done: ["m"], col: 2, goesBack: false }]);
});

test("a move too far is told and charged, or taken back", async () => {
  for (const [custom, right] of /** @type {const} */ ([
    ["tell", { done: ["m"], col: 9, goesBack: false }],
    ["revert", { done: [], col: 0, goesBack: true }],
  ])) {
    const { goes, said, written } = audited({ custom: () => custom });
    await goes(0, 9, NEW);
    assert.deepEqual(said, ["elsewhere: too far"]);
    assert.deepEqual(written, [right]);
  }
});

test("what could not be kept once is no reason to look at nothing more", async () => {
  let isAway = true;
  const { goes, said } = audited({
    keep: async () => {
      if (isAway) throw new Error("no connection");
    },
  });
  await assert.rejects(goes(0, 2, NEW, "a"), /no connection/);
  isAway = false;
  await goes(2, 9, NEW, "b");
  assert.deepEqual(said.slice(-1), ["elsewhere: too far"]);
});

test("where moves against the rules are only told, they are counted", async () => {
  const { goes, said, written } = audited({ isLenient: () => true });
  await goes(0, 9, NEW);
  assert.deepEqual([said, written], [[], [{ done: ["m"], col: 9, goesBack: false }]]);
});

test("a ledger that nothing leads to is found out, and the right one written", async () => {
  const { goes, stands, said, written } = audited();
  const claim = await honest(moved("a", 0, 2));
  await goes(0, 2, { ...claim, ledger: { done: [] } });
  assert.deepEqual(said, ["forged"]);
  assert.deepEqual(written, [{ done: ["m"], col: 2, goesBack: false }]);
  await stands(2, NEW);
  assert.deepEqual(said, ["forged", "stale"]);
  assert.deepEqual(written[1], { done: ["m"], col: 2, goesBack: false });
});

test("a claim to have been let through is believed only where the GM said so", async () => {
  const claim = await honest(moved("a", 0, 9, { override: true }));
  const alone = audited();
  await alone.goes(0, 9, claim);
  assert.deepEqual(alone.said, ["notAsked"]);
  const asked = audited(
    granting({ key: grantKey("jenny", "a", "letThrough"), what: pathGranted([at(0), at(9)]) }),
  );
  await asked.goes(0, 9, claim);
  assert.deepEqual(asked.said, []);
});

test("what the GM let through counts once, and for the very path that was asked about", async () => {
  const far = moved("FIRST", 0, 9, { override: true });
  for (const [further, said] of /** @type {const} */ ([
    [moved("FIRST-7", 9, 18, { override: true }), ["notAsked"]],
    [moved("FIRST-8", 9, 0, { override: true }), ["notAsked"]],
    [moved("FIRST-stopped", 9, 0, { override: true }), ["notAsked"]],
  ])) {
    const audit = audited(
      granting({ key: grantKey("jenny", "FIRST", "letThrough"), what: pathGranted([at(0), at(9)]) }),
    );
    await audit.goes(0, 9, await honest(far));
    const to = further.commit.events[0].route.path[1].col;
    await audit.goes(9, to, await honest(far, further), "n");
    assert.deepEqual(audit.said, said);
  }
  const elsewhere = audited(
    granting({ key: grantKey("jenny", "FIRST", "letThrough"), what: pathGranted([at(0), at(4)]) }),
  );
  await elsewhere.goes(0, 9, await honest(far));
  assert.deepEqual(elsewhere.said, ["notAsked"]);
});

test("a move that the GM let through holds when it is stopped on its way", async () => {
  const path = [at(0), at(5), at(9)];
  const [far, undo] = [moved("a", 0, 9, { override: true, route: { path } }), { undo: "a" }];
  const short = moved("a-stopped", 0, 5, { override: true });
  const { goes, stands, said } = audited(
    granting({ key: grantKey("jenny", "a", "letThrough"), what: pathGranted(path) }),
  );
  await goes(0, 9, await honest(far));
  await stands(5, await honest(far, undo, short));
  assert.deepEqual(said, []);
});

test("nobody but the GM takes back what the clock did, nor what a GM told", async () => {
  for (const events of [
    [{ kind: "end", scope: "round" }],
    [{ kind: "moved", forced: true, route: { path: [at(0), at(0)] } }],
  ]) {
    const { audit, stands, said, flag } = audited();
    const tick = { commit: { id: "tick", events } };
    flag.turn = await honest(tick);
    await audit.trustTurn(JENNY);
    await stands(0, await honest(tick, { undo: "tick" }));
    assert.deepEqual(said, ["forged"]);
  }
  const { audit, stands, said, flag } = audited();
  const done = await honest({ commit: { id: "b", events: [{ kind: "did" }] } });
  flag.turn = { ...done, steps: [], ticks: [{ id: "b" }] };
  await audit.trustTurn(JENNY);
  await stands(0, { ...done, ledger: { done: [] }, steps: [{ n: 1, undo: "b" }] });
  assert.deepEqual(said, ["forged"]);
});

test("a roll that was taken back has the same dice again, unless the GM allows others", async () => {
  const rolled = (/** @type {string} */ id, /** @type {number} */ face) => ({
    commit: { id, events: [{ kind: "rolled", check: "sprint", faces: [face, 1] }] },
  });
  for (const [again, ports, expected] of /** @type {const} */ ([
    [1, {}, []],
    [6, {}, ["rolledAgain"]],
    [6, { rollsAnew: () => true }, []],
    [6, granting({ key: grantKey("jenny", "b", "rollAnew"), what: "sprint" }), []],
  ])) {
    const { stands, said } = audited(ports);
    await stands(0, await honest(rolled("a", 1), { undo: "a" }, rolled("b-1", again)));
    assert.deepEqual(said, expected);
  }
});

test("dice count if they were seen to fall, and each throw once", async () => {
  const rolled = (/** @type {string} */ id) => ({
    commit: { id, events: [{ kind: "rolled", check: "sprint", faces: [6, 6] }] },
  });
  const thrown = ["sprint: 6 6"];
  const fell = (/** @type {string} */ check, /** @type {readonly number[]} */ faces) =>
    thrown.splice(0, 1).includes(`${check}: ${faces.join(" ")}`);
  const { stands, said } = audited({ fell });
  await stands(0, await honest(rolled("a")));
  assert.deepEqual(said, []);
  await stands(0, await honest(rolled("a"), rolled("b")));
  assert.deepEqual(said, ["unseenDice"]);
});

test("more steps than a client writes are looked at no further", async () => {
  let asked = 0;
  const { stands, said } = audited({
    ask: async (/** @type {any} */ question) => {
      asked += 1;
      return rules(question);
    },
  });
  const steps = Array.from({ length: 5000 }, (_, at) => ({
    n: at + 1,
    commit: { id: `s${at}`, events: [{ kind: "acted" }] },
  }));
  await stands(0, { ...NEW, steps });
  assert.deepEqual(said, ["stale"]);
  assert.equal(asked, 0);
});

test("old steps that a flag tells otherwise are no ground to take back what the GM told", async () => {
  const { audit, stands, said, flag } = audited();
  const tick = { commit: { id: "tick", events: [{ kind: "begin", scope: "round" }] } };
  const did = { commit: { id: "b", events: [{ kind: "did" }] } };
  flag.turn = await honest(tick);
  await audit.trustTurn(JENNY);
  const claim = await honest(tick, did);
  const [, ...newer] = claim.steps;
  await stands(0, {
    ...claim,
    steps: [{ n: 1, commit: { id: "tick", events: [{ kind: "did" }] } }, ...newer],
  });
  const undone = await honest(tick, did, { undo: "b" }, { undo: "tick" });
  await stands(0, undone);
  assert.deepEqual(said, ["forged"]);
});

test("nobody but the GM tells of the clock, of forced moves and of dice without faces", async () => {
  for (const event of [
    { kind: "begin", scope: "round" },
    { kind: "end", scope: "round" },
    { kind: "ruled", ruling: "r", choice: "c" },
    { kind: "rolled", check: "sprint", result: 9 },
    { kind: "rolled", check: "sprint", seed: 9 },
    { kind: "rolled", check: "sprint", faces: [1, 6], difficulty: 1 },
    { kind: "rolled", check: "sprint", faces: [1, 6], result: 9 },
    { kind: "moved", route: { segments: [{ length: 5 }] } },
    { kind: "moved", route: { path: [at(0), at(0)] }, until: 0 },
    { kind: "invented" },
    { kind: "moved", forced: true, route: { path: [at(0), at(0)] } },
  ]) {
    const { stands, said } = audited();
    await stands(0, await honest({ commit: { id: "a", events: [event] } }));
    assert.deepEqual(said, ["forged"]);
  }
});

test("a reaction that stops nobody has to be the GM's word", async () => {
  const change = { commit: { id: "a-1", events: [{ kind: "reacted", reaction: "stop", stopped: false }] } };
  const alone = audited();
  await alone.stands(0, await honest(change));
  assert.deepEqual(alone.said, ["notAsked"]);
  const asked = audited(granting({ key: grantKey("jenny", "a", "stop") }));
  await asked.stands(0, await honest(change));
  assert.deepEqual(asked.said, []);
});

test("of two moves from one place the first counts, whatever the custom", async () => {
  const { goes, said, written } = audited();
  await goes(0, 2, await honest(moved("a", 0, 2)));
  await goes(0, 1, await honest(moved("b", 0, 1)), "b");
  assert.deepEqual(said, ["overtaken"]);
  assert.deepEqual(written, [{ done: ["a"], col: 2, goesBack: true }]);
});

test("a flag that comes after its move is waited for", async () => {
  const claim = await honest(moved("a", 0, 2));
  /** @type {any} */
  const here = audited({
    wait: async () => {
      here.flag.turn = claim;
    },
  });
  await here.goes(0, 2, NEW);
  assert.deepEqual([here.said, here.written], [[], []]);
});

test("a way back that is none is found out", async () => {
  const { audit, goes, said } = audited();
  await goes(0, 2, await honest(moved("a", 0, 2)));
  const claim = await honest(moved("a", 0, 2));
  await audit.see(JENNY, { from: at(2), path: null, to: at(1), id: "u", claim });
  assert.deepEqual(said, ["elsewhere"]);
});

test("a token that was put somewhere goes on from there", async () => {
  const { audit, goes, said } = audited({ placeOf: () => at(7) });
  const first = await honest(moved("a", 0, 2));
  await goes(0, 2, first);
  await audit.put(JENNY);
  const change = moved("b", 7, 8);
  await goes(7, 8, stepped(first, change, { done: ["a", "b"] }), "b");
  assert.deepEqual(said, []);
});

test("a token too large for its map goes nowhere untold", async () => {
  for (const isTooLarge of [true, false]) {
    const { goes, said, written } = audited({ moverOf: () => null, isTooLarge: () => isTooLarge });
    await goes(0, 9, NEW);
    assert.deepEqual(said, isTooLarge ? ["tooLarge"] : []);
    assert.deepEqual(written, []);
  }
  const { goes, said, written } = audited({
    ...{ moverOf: () => null, isTooLarge: () => true, custom: () => "revert" },
  });
  await goes(0, 9, NEW);
  assert.deepEqual(said, ["tooLarge"]);
  assert.deepEqual(written, [{ done: [], col: 0, goesBack: true }]);
});

test("while the rules cannot answer, nobody is blamed", async () => {
  const { goes, said, written } = audited({
    ask: async () => ({ ok: false, problem: { code: "worker_failed", message: "" } }),
  });
  await goes(0, 9, NEW);
  assert.deepEqual([said, written], [[], []]);
});

test("what was done while the rules could not answer is looked at with what comes next", async () => {
  for (const [first, last, said] of /** @type {const} */ ([
    [2, 4, []],
    [9, 11, ["elsewhere: too far"]],
  ])) {
    let isAway = true;
    const audit = audited({
      ask: async (/** @type {any} */ question) =>
        isAway ? { ok: false, problem: { code: "worker_failed", message: "" } } : rules(question),
    });
    const claims = [moved("a", 0, first), moved("b", first, last)];
    const told = await Promise.all([honest(claims[0]), honest(...claims)]);
    await audit.goes(0, first, told[0]);
    isAway = false;
    await audit.goes(first, last, told[1], "n");
    assert.deepEqual(audit.said, said);
  }
});

test("a move that the rules cannot cope with, though they answer all else, is taken back", async () => {
  const { goes, said, written } = audited({
    ask: async () => ({ ok: false, problem: { code: "worker_failed", message: "" } }),
    areRunning: async () => true,
  });
  await goes(0, 9, NEW);
  assert.deepEqual(said, ["unchecked"]);
  assert.deepEqual(written, [{ done: [], col: 0, goesBack: true }]);
});

test("what was being looked at when a GM puts the token somewhere is out of date", async () => {
  let place = at(0);
  const { audit, goes, said } = audited({ placeOf: () => place });
  const looking = goes(0, 2, await honest(moved("a", 0, 2)));
  place = at(5);
  await audit.trust(JENNY);
  await looking;
  assert.deepEqual(audit.knownOf(JENNY)?.place, at(5));
  assert.deepEqual(said, []);
});

test("a turn that a GM writes counts after the moves that came before it", async () => {
  const { audit, goes, said, flag } = audited();
  const looking = goes(0, 2, await honest(moved("a", 0, 2)));
  flag.turn = NEW;
  await audit.trustTurn(JENNY);
  await looking;
  assert.deepEqual(audit.knownOf(JENNY), { turn: NEW, place: at(2) });
  assert.deepEqual(said, []);
});

test("what whoever moved it may not have seen is not held against anybody", async () => {
  const { goes, said } = audited({
    moverOf: (/** @type {any} */ _document, /** @type {Place | null} */ from) => ({
      token: "jenny",
      inCombat: true,
      common: { isBlind: from !== null },
      character: {},
      turn: NEW,
    }),
    ask: (/** @type {any} */ question) =>
      question.isBlind ? rules(question) : rules({ ...question, mover: { ...question.mover, at: at(99) } }),
  });
  await goes(0, 2, await honest(moved("a", 0, 2)));
  assert.deepEqual(said, ["unseen"]);
});

test("a move out of turn does not hold", async () => {
  const { goes, said } = audited({ isInTurn: () => false });
  await goes(0, 2, await honest(moved("a", 0, 2)));
  assert.deepEqual(said, ["outOfTurn"]);
});

const did = { kind: "did", act: "dodge" };
/** What a browser that somebody has changed may write into the flag. @type {[string, any[], string][]} */
const FORGERIES = [
  ["a sheet of its own beside the step", [{ n: 1, ...moved("a", 0, 9), mover: { at: at(8) } }], "forged"],
  ["house rules of its own beside the step", [{ n: 1, ...moved("a", 0, 9), house_rules: {} }], "forged"],
  ["another map beside what is taken back", [{ n: 1, undo: "a", scene: {} }], "forged"],
  ["an id that is no text", [{ n: 1, commit: { id: 5, events: [did] } }], "forged"],
  ["events that are no list", [{ n: 1, commit: { id: "a", events: null } }], "forged"],
  ["something beside the events", [{ n: 1, commit: { id: "a", events: [did], at: at(9) } }], "forged"],
  ["an event that is none", [{ n: 1, commit: { id: "a", events: [null] } }], "forged"],
  [
    "the clock behind an honest act",
    [{ n: 1, commit: { id: "a", events: [did, { kind: "begin", scope: "round" }] } }],
    "forged",
  ],
  [
    "a kind that every object knows",
    [{ n: 1, commit: { id: "a", events: [{ kind: "constructor", act: "x" }] } }],
    "forged",
  ],
  ["neither a commit nor something taken back", [{ n: 1 }], "forged"],
  [
    "a path that is no list",
    [{ n: 1, commit: { id: "a", events: [{ kind: "moved", route: { path: 7 } }] } }],
    "forged",
  ],
  [
    "a path of nothing",
    [{ n: 1, commit: { id: "a", events: [{ kind: "moved", route: { path: [null] } }] } }],
    "forged",
  ],
  [
    "faces that are no dice",
    [{ n: 1, commit: { id: "a", events: [{ kind: "rolled", check: "sprint", faces: ["6"] }] } }],
    "forged",
  ],
  ["a step that is left out", [{ n: 2, ...moved("a", 0, 2) }], "stale"],
];

for (const [what, steps, fault] of FORGERIES) {
  test(`${what} is found out, and the move is charged`, async () => {
    const { goes, said, kept } = audited();
    await goes(0, 9, { ...NEW, ledger: { done: ["a"] }, steps });
    assert.deepEqual(said, [fault]);
    assert.deepEqual(kept().jenny, {
      turn: { ...NEW, ledger: { done: ["m"] }, moves: [["m"]], steps: kept().jenny.turn.steps },
      place: at(9),
    });
  });
}

test("a step that is told twice by one id pays for both ways, or is found out", async () => {
  const { goes, said } = audited({
    ask: async (/** @type {any} */ question) => {
      const { mover, commit } = question;
      const done = mover.ledger?.done ?? [];
      if (!commit || !done.includes(commit.id)) return rules(question);
      return { ok: true, value: { ledger: mover.ledger, moves: [], refused: null, replayed: true } };
    },
  });
  const first = await honest(moved("a", 0, 2));
  await goes(0, 2, first);
  const again = { n: 2, ...moved("a", 2, 4) };
  await goes(2, 4, { ...first, steps: [...first.steps, again] }, "n");
  assert.deepEqual(said, ["elsewhere"]);
});

test("what nobody foresaw is told, and the token goes back", async () => {
  const fault = new Error("of ours");
  const { goes, said, written } = audited({
    isInTurn: () => {
      throw fault;
    },
  });
  await assert.rejects(goes(0, 2, NEW), fault);
  assert.deepEqual(said, ["unchecked"]);
  assert.deepEqual(written, [{ done: [], col: 0, goesBack: true }]);
});
