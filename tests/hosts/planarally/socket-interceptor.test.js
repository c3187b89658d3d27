import assert from "node:assert/strict";
import { test } from "node:test";

import { fightIn } from "../../../web/hosts/planarally/as-kept.js";
import { clockChange, isToldSince } from "../../../web/hosts/planarally/clock.js";
import {
  fightAfter,
  fightOf,
  isInFight,
  keptFight,
  leaversBy,
  PEACE,
} from "../../../web/hosts/planarally/initiative.js";
import { isLater } from "../../../web/hosts/planarally/presence.js";
import { interceptSocket } from "../../../web/hosts/planarally/socket-interceptor.js";

/** A class of sockets of its own, and what they sent. */
const sockets = () => {
  /** @type {unknown[]} */
  const sent = [];
  class Socket extends EventTarget {
    readyState = 1;
    /** @param {unknown} data */
    send(data) {
      sent.push(data);
    }
  }
  return { Socket, sent };
};

test("messages of the game are seen and can be changed, acknowledged ones too; all else passes untouched", () => {
  const { Socket, sent } = sockets();
  interceptSocket(Socket, {
    sends: (name, data) => (name === "Move" ? { to: 1 } : data),
    receives: () => {},
  });
  const socket = new Socket();
  const texts = ['42/planarally,["Move",{"to":9}]', '42/planarally,17["Move",{"to":9},"more"]'];
  const others = ['42/planarally,["Ping",{"a": 1}]', "2probe", "42/planarally,[broken", new Uint8Array([1])];
  for (const data of [...texts, ...others]) socket.send(data);
  assert.deepEqual(sent, [
    '42/planarally,["Move",{"to":1}]',
    '42/planarally,17["Move",{"to":1},"more"]',
    ...others,
  ]);
});

test("a message may be kept from leaving", () => {
  const { Socket, sent } = sockets();
  interceptSocket(Socket, { sends: (name, data) => (name === "Late" ? null : data), receives: () => {} });
  const socket = new Socket();
  for (const data of ['42/planarally,["Late",1]', '42/planarally,["Load",null]']) socket.send(data);
  assert.deepEqual(sent, ['42/planarally,["Load",null]']);
});

test("a mod that is loaded again takes the place of the first, and wraps nothing twice", () => {
  const { Socket, sent } = sockets();
  /** @type {string[]} */
  const seen = [];
  for (const who of ["first", "second"])
    interceptSocket(Socket, {
      sends: (_, data) => {
        seen.push(who);
        return data;
      },
      receives: () => {},
    });
  new Socket().send('42/planarally,["Move",1]');
  assert.deepEqual([seen, sent.length], [["second"], 1]);
});

test("the host's server is asked by a number beyond the host's, and its answer is heard", async () => {
  const { Socket, sent } = sockets();
  const own = interceptSocket(Socket, { sends: (_, data) => data, receives: () => {} });
  assert.equal(await own.ask("Load", 1), null);
  const socket = new Socket();
  socket.send('42/planarally,["Move",1]');
  const answer = own.ask("Load", { name: "settings" });
  const [, id] = /^42\/planarally,(\d{10,})\["Load",{"name":"settings"}\]$/.exec(String(sent[1])) ?? [];
  socket.dispatchEvent(new MessageEvent("message", { data: '43/planarally,3[{"data":"other"}]' }));
  socket.dispatchEvent(new MessageEvent("message", { data: `43/planarally,${id}[{"data":"{}"}]` }));
  assert.deepEqual(await answer, { data: "{}" });
});

test("what was asked is not waited for once the connection is lost", async () => {
  const { Socket } = sockets();
  const interceptor = interceptSocket(Socket, { sends: (_, data) => data, receives: () => {} });
  const socket = new Socket();
  socket.send('42/planarally,["Load",null]');
  const answer = interceptor.ask("Shape.Get", "jenny");
  socket.dispatchEvent(new Event("close"));
  assert.equal(await answer, null);
});

test("of its own nothing is sent while a location is loaded, over a new connection or when somebody is taken to another", () => {
  const { Socket, sent } = sockets();
  const own = interceptSocket(Socket, { sends: (_, data) => data, receives: () => {} });
  const tell = (/** @type {EventTarget} */ socket, /** @type {string} */ name) =>
    socket.dispatchEvent(new MessageEvent("message", { data: `42/planarally,["${name}",null]` }));
  const [first, next] = [new Socket(), new Socket()];
  first.send('42/planarally,["Location.Load",null]');
  assert.deepEqual([own.isLoading(), own.emit("Move", 1)], [false, true]);
  tell(first, "Location.Change.Start");
  assert.deepEqual([own.isLoading(), own.emit("Move", 2)], [true, false]);
  tell(first, "Board.Floor.Set");
  assert.deepEqual([own.isLoading(), own.emit("Move", 3)], [false, true]);
  next.send('42/planarally,["Location.Load",null]');
  assert.deepEqual([own.isLoading(), own.emit("Move", 4)], [true, false]);
  tell(next, "Board.Floor.Set");
  assert.equal(own.isLoading(), false);
  assert.equal(sent.filter((text) => String(text).includes("Move")).length, 2);
});

test("who stops puts back the way of sending, and hears no more", () => {
  const { Socket, sent } = sockets();
  const { send } = Socket.prototype;
  /** @type {string[]} */
  const heard = [];
  const own = interceptSocket(Socket, {
    sends: (_, data) => heard.push("out") && data,
    receives: () => heard.push("in"),
  });
  const socket = new Socket();
  socket.send('42/planarally,["Move",1]');
  own.stop();
  assert.equal(Socket.prototype.send, send);
  socket.send('42/planarally,["Move",1]');
  socket.dispatchEvent(new MessageEvent("message", { data: '42/planarally,["Told",3]' }));
  assert.deepEqual([heard, sent.length], [["out"], 2]);
});

test("versions are compared part by part, as numbers", () => {
  assert.ok(isLater("0.10.0", "0.9.9"));
  assert.ok(isLater("1.0.0", "0.9"));
  assert.ok(!isLater("0.9.0", "0.10.0"));
  assert.ok(!isLater("0.1.0", "0.1.0"));
});

test("own messages go past the listener, and only over an open socket", () => {
  const { Socket, sent } = sockets();
  /** @type {string[]} */
  const seen = [];
  const own = interceptSocket(Socket, {
    sends: (name, data) => {
      seen.push(name);
      return data;
    },
    receives: (name) => seen.push(`in ${name}`),
  });
  assert.equal(own.emit("Early", 1), false);
  const socket = new Socket();
  socket.send('42/planarally,["Move",1]');
  assert.equal(own.emit("Own", 2), true);
  socket.dispatchEvent(new MessageEvent("message", { data: '42/planarally,["Told",3]' }));
  socket.readyState = 3;
  assert.equal(own.emit("Late", 4), false);
  assert.deepEqual(sent, ['42/planarally,["Move",1]', '42/planarally,["Own",2]']);
  assert.deepEqual(seen, ["Move", "in Told"]);
});

const FIGHT = fightAfter(PEACE, "Initiative.Set", {
  isActive: true,
  round: 2,
  data: [{ shape: "a" }, { shape: "b" }],
});
const CLOCK = /** @type {any} */ ({
  end_turn: [
    { kind: "end", scope: "round" },
    { kind: "begin", scope: "round" },
  ],
});

test("the tracker's messages make the fight", () => {
  assert.deepEqual([...FIGHT.members], ["a", "b"]);
  assert.equal(fightAfter(FIGHT, "Initiative.Effect.New", {}), FIGHT);
  assert.equal(fightAfter(FIGHT, "Initiative.Round.Update", { round: 3 }).round, 3);
  assert.equal(fightAfter(FIGHT, "Initiative.Active.Set", false).isActive, false);
  assert.deepEqual([...fightAfter(FIGHT, "Initiative.Add", { shape: "c" }).members], ["a", "b", "c"]);
  assert.deepEqual([...fightAfter(FIGHT, "Initiative.Remove", "a").members], ["b"]);
  assert.deepEqual([...fightAfter(FIGHT, "Initiative.Wipe", undefined).members], []);
  assert.deepEqual(fightOf(keptFight(FIGHT)), FIGHT);
  // As it was kept before entries could stand for groups.
  assert.deepEqual(fightOf({ isActive: true, round: 2, members: ["a", "b"] }), FIGHT);
});

test("an entry of the tracker may stand for a whole group", () => {
  const host = {
    identity: (/** @type {string} */ id) => id,
    groupOf: (/** @type {string} */ id) => (id === "x" ? undefined : "gang"),
  };
  const set = (/** @type {boolean} */ value) =>
    fightAfter(FIGHT, "Initiative.Option.Set", { shape: "a", option: "isGroup", value });
  assert.equal(isInFight(FIGHT, "c", host), false);
  assert.equal(isInFight(set(true), "c", host), true);
  assert.equal(isInFight(set(true), "x", host), false);
  assert.equal(isInFight(set(false), "c", host), false);
  assert.equal(isInFight({ ...set(true), isActive: false }, "c", host), false);
  assert.equal(isInFight(fightAfter(set(true), "Initiative.Remove", "a"), "c", host), false);
  const read = fightIn(keptFight(set(true)));
  assert.deepEqual(read && fightOf(read), set(true));
});

test("who leaves a fight that goes on is known from the tracker's messages", () => {
  const told = { isActive: true, round: 2, data: [{ shape: "b" }] };
  assert.deepEqual(leaversBy(FIGHT, "Initiative.Set", told), ["a"]);
  assert.deepEqual(leaversBy(FIGHT, "Initiative.Remove", "b"), ["b"]);
  assert.deepEqual(leaversBy(FIGHT, "Initiative.Wipe", undefined), []);
  assert.deepEqual(leaversBy({ ...FIGHT, isActive: false }, "Initiative.Set", told), []);
});

test("a new round is a new turn, a round back takes it back, and rounds of two fights are not confused", () => {
  const next = { ...FIGHT, round: 3 };
  const turn = clockChange(CLOCK, FIGHT, next, { number: 7 });
  assert.deepEqual(turn, { commit: { id: "round-3-7", events: CLOCK.end_turn } });
  const ledger = { number: 9, commits: [{ id: "round-3-1" }, { id: "move" }, { id: "round-3-7" }] };
  assert.deepEqual(clockChange(CLOCK, next, FIGHT, ledger), { undo: "round-3-7" });
  assert.equal(clockChange(CLOCK, next, FIGHT, null), null);
  assert.equal(clockChange(CLOCK, FIGHT, FIGHT, null), null);
  // What could not be taken back, since the token has moved, is not told again.
  assert.equal(clockChange(CLOCK, { ...FIGHT, reached: 3 }, next, ledger), null);
  assert.equal(clockChange(CLOCK, { ...FIGHT, round: 1, reached: 3 }, FIGHT, ledger), null);
  const beyond = clockChange(CLOCK, { ...next, reached: 3 }, { ...FIGHT, round: 4 }, ledger);
  assert.deepEqual(beyond, { commit: { id: "round-4-9", events: CLOCK.end_turn } });
  // Nor is a round of another fight one of this.
  assert.deepEqual(clockChange(CLOCK, FIGHT, next, ledger), {
    commit: { id: "round-3-9", events: CLOCK.end_turn },
  });
  const begun = clockChange(CLOCK, { ...FIGHT, isActive: false }, FIGHT, null);
  assert.deepEqual(begun, { commit: { id: "round-2-0", events: CLOCK.end_turn } });
});

test("a step of the tracker was told by another GM if the ledger has it and did not have it before", () => {
  const next = { ...FIGHT, round: 3 };
  const ledger = (/** @type {string[]} */ ...ids) => ({ commits: ids.map((id) => ({ id })) });
  const [then, now] = [ledger("round-2-1"), ledger("round-2-1", "move", "round-3-4")];
  assert.equal(isToldSince(FIGHT, next, then, now), true);
  assert.equal(isToldSince(FIGHT, next, then, then), false);
  assert.equal(isToldSince(FIGHT, next, null, now), true);
  // Of another fight.
  assert.equal(isToldSince(FIGHT, next, now, now), false);
  // Another step.
  assert.equal(isToldSince(FIGHT, { ...FIGHT, round: 4 }, then, now), false);
  assert.equal(isToldSince(next, FIGHT, now, then), true);
  assert.equal(isToldSince(next, FIGHT, now, now), false);
  assert.equal(isToldSince({ ...FIGHT, isActive: false }, FIGHT, null, ledger("round-2-0")), true);
});
