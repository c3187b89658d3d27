import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, clockChanges } from "../../../web/hosts/foundry/clock.js";
import { NEW, readTurn, stepped, writeTurn } from "../../../web/hosts/foundry/turns.js";

test("a turn is kept as text; what cannot be read is said to be broken", () => {
  const turn = { ...NEW, ledger: { a: 1 }, moves: [["m1"]] };
  assert.deepEqual(readTurn(writeTurn(turn)), { turn, isBroken: false });
  assert.deepEqual(readTurn(undefined), { turn: NEW, isBroken: false });
  for (const flag of ["{", "3", "{}", { ledger: null }]) assert.equal(readTurn(flag).isBroken, true);
});

test("a ledger of another game is no turn of this one", () => {
  const flag = writeTurn({ ...NEW, ledger: { system: "sr5" } });
  assert.deepEqual(readTurn(flag, "contract"), { turn: NEW, isBroken: false });
  assert.deepEqual(readTurn(flag, "sr5").turn.ledger, { system: "sr5" });
});

test("each thing that the rules were told is a step of the turn, numbered on", () => {
  const first = stepped(NEW, { undo: "m0" }, { n: 1 });
  assert.deepEqual(stepped(first, { undo: "m1" }, { n: 2 }), {
    ledger: { n: 2 },
    moves: [],
    steps: [
      { n: 1, undo: "m0" },
      { n: 2, undo: "m1" },
    ],
    ticks: [],
  });
});

const SCOPES = {
  contract: [{ id: "round", counted: false }],
  styles: [
    { id: "round", counted: false },
    { id: "turn", counted: false },
  ],
  sr5: [
    { id: "turn", counted: false },
    { id: "pass", counted: true },
    { id: "phase", counted: false },
  ],
};

const ORDER = ["guard", "jenny", "late"];

/** A token that acts second of some follows the tracker; what are the rules told at each stand? @type {(scopes: any[], stands: {round: number, pass?: number, turn: number, of?: number, acts?: boolean}[]) => string[]} */
const followed = (scopes, stands) => {
  /** @type {any} */
  let turn = NEW;
  return stands.map((stand) => {
    const own = stand.turn === 1;
    const now = { combat: "fight", pass: 1, own, ...stand, turn: ORDER[stand.turn] ?? "" };
    const changes = clockChanges(/** @type {any} */ ({ scopes }), turn, now);
    turn = { ...begun(turn, now), ledger: turn.ledger };
    for (const { ticks } of changes) turn = { ...turn, ticks, ledger: { some: 1 } };
    return changes
      .flatMap(({ change }) =>
        "undo" in change
          ? [`undo ${change.undo}`]
          : change.commit.events.map((/** @type {any} */ { kind, scope, number, of, acts }) =>
              [kind, scope, ...(number ? [number, of, acts] : [])].join(" "),
            ),
      )
      .join(", ");
  });
};

test("a new round is a new turn, the round before takes it back, a turn within the round is nothing", () => {
  const stands = [
    { round: 1, turn: 0 },
    { round: 1, turn: 1 },
    { round: 2, turn: 0 },
    { round: 2, turn: 1 },
    { round: 1, turn: 1 },
  ];
  assert.deepEqual(followed(SCOPES.contract, stands), [
    "",
    "",
    "end round, begin round",
    "",
    "undo fight-2.1.guard",
  ]);
});

test("where a game has turns of its own, they begin and end with the token's in the tracker", () => {
  const stands = [
    { round: 1, turn: 0 },
    { round: 1, turn: 1 },
    { round: 2, turn: 0 },
    { round: 2, turn: 1 },
    { round: 2, turn: 0 },
  ];
  assert.deepEqual(followed(SCOPES.styles, stands), [
    "end turn",
    "begin turn",
    "end turn, end round, begin round",
    "begin turn",
    "undo fight-2.1.jenny",
  ]);
});

test("a turn that comes again in its round goes on, wherever its combatant stands in the order by then", () => {
  const stands = [
    { round: 1, turn: 1 },
    { round: 1, turn: 2 },
    { round: 1, turn: 1 },
    { round: 1, turn: 0 },
    { round: 2, turn: 1 },
  ];
  assert.deepEqual(followed(SCOPES.styles, stands), [
    "",
    "end turn",
    "undo fight-1.1.late",
    "end turn",
    "end round, begin round, begin turn",
  ]);
});

test("passes of the tracker are passes of the rules, with how many there are and whether the token acts", () => {
  const stands = [
    { round: 1, turn: 1, of: 2, acts: true },
    { round: 1, pass: 2, turn: 1, of: 2, acts: true },
    { round: 1, pass: 3, turn: 0, of: 3, acts: false },
    { round: 2, turn: 0, of: 1, acts: true },
  ];
  assert.deepEqual(followed(SCOPES.sr5, stands), [
    "",
    "end phase, end pass, begin pass 2 2 true, begin phase",
    "end phase, end pass, begin pass 3 3 false",
    "end pass, end turn, begin turn, begin pass 1 1 true",
  ]);
});

test("rounds that passed while no GM was there are one new round, and another combat begins anew", () => {
  const stands = [
    { round: 1, turn: 0 },
    { round: 4, turn: 0 },
  ];
  assert.deepEqual(followed(SCOPES.contract, stands), ["", "end round, begin round"]);
  const turn = {
    ...NEW,
    ledger: {},
    ticks: [{ id: "", combat: "old", round: 9, pass: 1, turn: "guard", own: true }],
  };
  const now = { combat: "new", round: 1, pass: 1, turn: "guard", own: true };
  const [change] = clockChanges(/** @type {any} */ ({ scopes: SCOPES.contract }), turn, now);
  assert.deepEqual(change?.change, {
    commit: {
      id: "new-1.1.guard",
      events: [
        { kind: "end", scope: "round" },
        { kind: "begin", scope: "round" },
      ],
    },
  });
});

test("a turn whose steps or moves are none is broken", () => {
  for (const parts of [
    { steps: [null] },
    { steps: [{ n: "1" }] },
    { steps: [7] },
    { moves: [null] },
    { moves: [[5]] },
  ]) {
    const flag = JSON.stringify({ ledger: null, moves: [], steps: [], ticks: [], ...parts });
    assert.deepEqual(readTurn(flag), { turn: NEW, isBroken: true });
  }
});
