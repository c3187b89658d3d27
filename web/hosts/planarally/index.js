/**
 * Footwork in PlanarAlly: joins what the host tells a mod, and what it does not, to the rules.
 *
 * @typedef {import("../../core/protocol.js").Plan} Plan
 * @typedef {import("../../core/protocol.js").SystemEntry} SystemEntry
 * @typedef {import("../host.js").Mover} Mover
 * @typedef {import("../host.js").Verdict} Verdict
 * @typedef {import("./seat.js").Piece} Piece
 * @typedef {import("./surface.js").Api} Api
 * @typedef {import("./surface.js").GlobalId} GlobalId
 */

import described from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { stateQuestion } from "../../core/questions.js";
import { createRulesClient } from "../../core/rules-client.js";
import { DOT, destinationParts, percent, planParts } from "../../core/texts.js";
import { askHere, createAsking } from "./asking.js";
import { createBlocks } from "./blocks.js";
import { clockChange, fightAfter, fightOf, keptFight, PEACE } from "./initiative.js";
import { keptLayout, layoutOf, placeOf, sceneOf } from "./map.js";
import { spreadNet } from "./net.js";
import { createOverlay } from "./overlay.js";
import { draw, groundForm, settingsForm, tabComponent, tokenForm } from "./panel.js";
import { createSeat } from "./seat.js";
import { createWatch, keyOf } from "./watch.js";

const { systems } = described;
const SEED_BELOW = 2 ** 32;
const NOTICE_MILLIS = 8_000;
const KEYS = /^(Arrow(Up|Down|Left|Right)|Numpad[1-9])$/;

/** Text as the host's chat may show it: nothing in it is markdown. @type {(text: string) => string} */
const plain = (text) => text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A place for notices, each told once while it is seen. */
const createNotices = () => {
  const place = document.createElement("div");
  place.className = "footwork-notices";
  place.setAttribute("role", "status");
  document.body.append(place);
  return (/** @type {string} */ text) => {
    if ([...place.children].some(({ textContent }) => textContent === text)) return;
    const notice = document.createElement("p");
    notice.textContent = text;
    place.append(notice);
    setTimeout(() => notice.remove(), NOTICE_MILLIS);
  };
};

/** How one side sees another. @type {(own: string, other: string) => "friendly" | "neutral" | "hostile"} */
const towards = (own, other) => {
  if (own === other) return "friendly";
  return own === "neutral" || other === "neutral" ? "neutral" : "hostile";
};

/** @param {Api} api */
const start = (api) => {
  const notify = createNotices();
  /** @type {Set<string>} */
  const toldOnce = new Set();
  const tellOnce = (/** @type {string} */ text) => {
    if (toldOnce.has(text)) return;
    toldOnce.add(text);
    notify(text);
  };
  const button = document.createElement("button");
  button.type = "button";
  button.className = "footwork-button";
  button.textContent = "Footwork";
  document.body.append(button);

  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    onStatus: ({ state, message }) => {
      button.dataset.state = state;
      button.title = state === "ready" ? "The movement rules are ready" : `The movement rules: ${state}`;
      if (state === "failed")
        tellOnce(
          `The movement rules do not run (${message}). Tokens move as the table chose for that; reload the page to start them again.`,
        );
    },
  });
  const seat = createSeat(api);
  /** @type {import("./initiative.js").Fight} */
  let fight = PEACE;
  const blocks = createBlocks(api, () => changed());
  const settings = () => blocks.settings();
  const system = () => systems.find(({ id }) => id === settings().system) ?? null;

  const isOn = () => {
    if (!system()) return false;
    const obstacle = seat.obstacle();
    if (obstacle) tellOnce(`Tokens move without the rules here: ${obstacle}.`);
    return !obstacle;
  };

  /** @type {(id: GlobalId) => boolean} */
  const isInFight = (id) => fight.isActive && fight.members.has(id);

  /** @type {(piece: Piece) => "party" | "foes" | "neutral"} */
  const sideOf = ({ id, local }) => {
    const told = blocks.token(id)?.side;
    if (told) return told;
    if (seat.isOwned(local)) return "party";
    return fight.members.has(id) ? "foes" : "neutral";
  };

  /** @type {{text: string, scene: import("../../core/protocol.js").Scene} | null} */
  let lastScene = null;
  /** The same map is told as the same object, so that it is sent once. @type {<T extends import("../../core/protocol.js").Scene>(scene: T) => import("../../core/protocol.js").Scene} */
  const known = (scene) => {
    const text = JSON.stringify(scene);
    if (lastScene?.text !== text) lastScene = { text, scene };
    return lastScene.scene;
  };

  /** @type {import("./watch.js").Ports["moverOf"]} */
  const moverOf = (piece, spotOf, alongside) => {
    const kept = blocks.token(piece.id);
    const rules = system();
    if (!kept || !rules) return null;
    const { floorId } = piece.shape;
    const others = seat.pieces().filter(({ id, shape }) => shape.floorId === floorId && id !== piece.id);
    const own = spotOf(piece).center;
    const { type, isUsed } = seat.grid();
    const fresh = layoutOf(type, isUsed, seat.cell(), [own, ...others.map((other) => spotOf(other).center)]);
    const layout = keptLayout(kept.layout, fresh, own);
    const side = sideOf(piece);
    const tokens = [piece, ...others.filter(({ id }) => !alongside.has(id))].map((one) => ({
      id: one.id,
      name: one === piece || seat.properties(one.local)?.nameVisible ? nameOf(one) : "",
      center: spotOf(one).center,
      size: one.shape.getSize(type),
      disposition: towards(side, sideOf(one)),
      hidden: seat.properties(one.local)?.isInvisible ?? false,
    }));
    const inCombat = isInFight(piece.id);
    return {
      layout,
      mover: {
        token: piece.id,
        turn: kept.turn,
        inCombat,
        character: kept.characters[rules.id] ?? {},
        common: {
          v: 1,
          system: rules.id,
          house_rules: settings().houseRules,
          clock: { in_combat: inCombat },
          scene: known(sceneOf(layout, { tokens, ...surroundings(floorId) })),
          view: "player",
        },
      },
    };
  };

  /** Walls and ground of a floor. @param {number | undefined} floorId */
  const surroundings = (floorId) => {
    const shapes = seat.shapes().filter((shape) => shape.floorId === floorId && !seat.piece(shape.id));
    const grounds = blocks.grounds();
    return {
      outlines: shapes
        .filter(({ id }) => seat.properties(id)?.blocksMovement)
        .map(({ id, points, isClosed }) => ({ id: seat.globalId(id) ?? String(id), points, isClosed })),
      grounds: shapes.flatMap(({ id, points }) => {
        const ground = grounds[seat.globalId(id) ?? ""];
        return ground && points.length >= 3
          ? [{ id: `ground ${id}`, name: seat.properties(id)?.name ?? "", points, ...ground }]
          : [];
      }),
    };
  };

  /** @type {(piece: Piece) => string} */
  const nameOf = ({ local }) => (seat.properties(local)?.name ?? "").slice(0, 200);
  /** @type {(id: GlobalId) => string} */
  const nameOfToken = (id) => {
    const piece = watch.pieceOf(id);
    return piece ? nameOf(piece) : "A token";
  };

  let isOverriding = false;
  const asking = createAsking({
    isGm: seat.isGm,
    read: blocks.asked,
    write: blocks.saveAsked,
    tell: notify,
  });
  const ask = (
    /** @type {import("../../core/rules-client.js").Request} */ question,
    /** @type {string} */ slot,
  ) => client.request(question, slot ? { slot } : {});

  const judge = createJudge({
    ask: (question) => client.request(question),
    enforcement: () => settings().enforcement,
    letThrough: ({ token }, plan) => asking.askGm(`${nameOfToken(token)}: ${plan.reason.text}`),
    rolls: ({ token }, check) =>
      askHere({
        title: "This move needs a roll",
        text: `${nameOfToken(token)}, ${check.label.text}: ${check.needed_text.text}, chance ${percent(check.chance)}.`,
        yes: "Roll",
        no: "Stay",
      }),
    stops: async ({ token }, reaction) =>
      !(await asking.askGm(`${nameOfToken(token)}: ${reaction.label.text}. Let the move go on?`)),
    throws: async () => ({ seed: Math.floor(Math.random() * SEED_BELOW) }),
    failsClosed: () => settings().failClosed,
  });

  /** Tell of a verdict; what it refuses: "stays" of a move, nothing of the clock. @type {(mover: Mover, verdict: Verdict, refusal?: string) => void} */
  const report = ({ token }, { plan, reason, informed, problem }, refusal = " stays") => {
    const name = nameOfToken(token);
    if (reason) notify(`${name}${refusal}: ${reason.text}`);
    if (informed && plan) notify(`Let through, though the rules say no. ${name}: ${plan.reason.text}`);
    // That the rules do not run is told for all tokens at once.
    if (problem && problem.code !== "worker_failed")
      tellOnce(`The movement rules cannot judge ${name}. ${problem.message}. To do: ${problem.remedy}.`);
  };
  /** Have a move judged or taken back, and tell of it. @type {(mover: Mover, judged: Promise<Verdict>) => Promise<Verdict>} */
  const reported = async (mover, judged) => {
    const verdict = await judged;
    report(mover, verdict);
    return verdict;
  };

  /** @type {import("./watch.js").Ports["record"]} */
  const record = (id, verdict, begin, layout) => {
    const kept = blocks.token(id);
    if (!verdict.turn || !kept) return;
    const starts = begin ? [...kept.starts, begin] : kept.starts;
    blocks.saveToken(id, { turn: verdict.turn, starts: starts.slice(-verdict.turn.moves.length), layout });
    tellRolls(id, verdict);
  };

  /** Dice are for everybody to see, unless the token is hidden. @type {(id: GlobalId, verdict: Verdict) => void} */
  const tellRolls = (id, { rolls }) => {
    const piece = watch.pieceOf(id);
    if (!piece || rolls.length === 0 || seat.properties(piece.local)?.isInvisible) return;
    const lines = rolls.map(({ faces, effect }) =>
      [faces?.join(" "), effect.text].filter(Boolean).join(": "),
    );
    api.systems.chat.addMessage(
      crypto.randomUUID(),
      "Footwork",
      [plain(`${nameOf(piece)}: ${lines.join("; ")}`)],
      true,
    );
  };

  const watch = createWatch({
    seat,
    isOn,
    isStuck: () => client.status.state === "failed" && settings().failClosed,
    moverOf,
    ask: (question, slot = "") => ask(question, slot),
    judge: (mover, route, id) => reported(mover, judge.judge(mover, route, id, isOverriding && seat.isGm())),
    emit: (name, data) => net.emit(name, data),
    record,
    isOvertaken: ({ token, turn }) => JSON.stringify(blocks.token(token)?.turn) !== JSON.stringify(turn),
    overtaken: (id) =>
      notify(`Somebody else moved ${nameOfToken(id)} meanwhile. Move it again from where it stands now.`),
    isInFight,
    isWayBack: (id, { x, y }) => {
      const begin = blocks.token(id)?.starts.at(-1);
      return begin !== undefined && Math.hypot(begin.x - x, begin.y - y) < 1;
    },
    undo: async (mover, to) => {
      const { turn } = await reported(mover, judge.takeBackTo(mover, { ...to, elevation: 0 }));
      const kept = blocks.token(mover.token);
      if (turn && kept) blocks.saveToken(mover.token, { turn, starts: kept.starts.slice(0, -1) });
    },
    isSettled: (_mover, plan) => {
      const needsRoll = plan.checks.some(({ optional }) => !optional);
      const isFree = settings().enforcement === "inform" || (isOverriding && seat.isGm());
      return plan.verdict === "impossible" ? isFree : !needsRoll;
    },
    tell: notify,
    redraw: () => schedule(),
  });

  const net = spreadNet(WebSocket, {
    sends: (name, data) => {
      turnTo(fightAfter(fight, name, data));
      return watch.sends(name, data);
    },
    receives: (name, data) => {
      turnTo(fightAfter(fight, name, data));
      watch.receives(name, data);
    },
  });

  /** A step of the clock: what was moved before it is not taken back any more. @type {(mover: Mover, change: import("../host.js").Change) => Promise<void>} */
  const tick = async (mover, change) => {
    const verdict = await judge.happen(mover, change);
    report(mover, verdict, "");
    const { turn } = verdict;
    if (turn) blocks.saveToken(mover.token, { turn: { ...turn, moves: [] }, starts: [] });
  };

  /** The tracker has moved; one browser turns the clock of all: the GM's. @param {import("./initiative.js").Fight} after */
  const turnTo = async (after) => {
    const before = fight;
    if (before === after) return;
    fight = after;
    const rules = system();
    if (!seat.isGm()) return;
    blocks.saveFight(keptFight(after));
    if (!rules || !isOn()) return;
    watch.note();
    for (const piece of seat.pieces().filter(({ id }) => after.members.has(id))) {
      // Moves of the token wait for its clock, and the clock for its moves.
      await watch.after(piece.id, async () => {
        await blocks.ready([piece.id]);
        const kept = blocks.token(piece.id);
        const found = moverOf(piece, watch.spotOf, new Set([piece.id]));
        const change = kept && clockChange(rules.clock, before, after, kept.turn.ledger);
        if (found && change) await tick(found.mover, change);
      });
    }
  };

  // ---------------------------------------------------------------- what is drawn

  const overlay = createOverlay(
    /** @type {HTMLElement} */ (document.getElementById("board") ?? document.body),
    seat.onScreen,
  );
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      const held = watch.held();
      if (held.length === 0) overlay.clear();
      else overlay.show(held.map(shownOf));
    });
  };

  /** @type {(held: import("./watch.js").Held) => import("./overlay.js").Shown} */
  const shownOf = ({ piece, mover, layout, size, map, plans, over, start }) => {
    const plan = plans.get(keyOf(over));
    const unit = system()?.unit ?? "";
    const destination = map?.at(over.col, over.row);
    const [length, ...parts] = plan
      ? [...planParts(plan, unit), rulesOf(plan)]
      : destination
        ? destinationParts(destination, unit)
        : [];
    return {
      // Outside combat nothing is limited, and a map all in one colour tells nothing.
      ...{ layout, size, map: mover.inCombat ? map : null, plan },
      ...{ start: start.center, at: { ...piece.shape.center } },
      label: [[nameOf(piece), length].filter(Boolean).join(DOT), ...parts].filter(Boolean),
    };
  };

  /** @type {(plan: Plan) => string} */
  const rulesOf = ({ bands }) => [...new Set(bands.map(({ rule }) => rule))].join(", ");

  // ---------------------------------------------------------------- what people set

  /** @type {Set<() => void>} */
  const drawn = new Set();
  const changed = () => {
    // The GM's browser tells the others of the tracker; its own word counts for itself.
    if (!seat.isGm()) fight = fightOf(blocks.fight());
    asking.look();
    for (const again of drawn) again();
    schedule();
  };

  button.addEventListener("click", () => {
    const dialog = document.createElement("dialog");
    dialog.className = "footwork-dialog";
    dialog.setAttribute("aria-label", "Footwork");
    const heading = document.createElement("h1");
    heading.textContent = "Footwork: the rules of this table";
    const place = document.createElement("div");
    place.className = "footwork-panel";
    const form = document.createElement("form");
    form.method = "dialog";
    form.innerHTML = "<button>Close</button>";
    dialog.append(heading, place, form);
    const show = () =>
      draw(
        place,
        seat.isGm()
          ? settingsForm(systems, settings(), (change) => {
              blocks.saveSettings({ ...settings(), ...change });
              changed();
            })
          : `The GM sets the rules of this table. They are: ${system()?.title ?? "none"}.`,
      );
    show();
    drawn.add(show);
    dialog.addEventListener("close", () => {
      drawn.delete(show);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });

  api.ui.shape.registerTab(
    { id: "footwork", label: "Footwork", component: tabComponent((place) => tab(place)) },
    (_shape, hasEditAccess) => hasEditAccess && system() !== null,
  );

  /** @type {(place: HTMLElement) => void} */
  const tab = (place) => {
    const show = () => (place.isConnected ? showTab(place) : drawn.delete(show));
    drawn.add(show);
    show();
  };

  /** @type {(place: HTMLElement) => Promise<void>} */
  const showTab = async (place) => {
    const local = seat.focus();
    const rules = system();
    if (local === undefined || !rules) return draw(place, "Choose the rules of this table first.");
    const piece = seat.piece(local);
    const id = seat.globalId(local) ?? "";
    if (!piece) {
      return draw(
        place,
        groundForm(blocks.grounds()[id], (kind, multiplier) => {
          const { [id]: _, ...others } = blocks.grounds();
          const ground = { kind: /** @type {import("./map.js").GroundKind} */ (kind), multiplier };
          blocks.saveGrounds(kind === "none" ? others : { ...others, [id]: ground });
          changed();
        }),
      );
    }
    await blocks.ready([id]);
    watch.note();
    const kept = blocks.token(id);
    const found = moverOf(piece, watch.spotOf, new Set([id]));
    if (!kept || !found) return draw(place, "What the host keeps of this token is not here yet.");
    const reply = await client.request(stateQuestion(found.mover));
    const state = reply.ok ? reply.value : null;
    draw(
      place,
      tokenForm(
        { system: rules, kept, state, problem: reply.ok ? null : reply.problem },
        {
          change: (change) => {
            blocks.saveToken(id, change);
            changed();
          },
          fill: (field, typed) => {
            // Not what was drawn: another field may have been filled in since.
            const { characters } = blocks.token(id) ?? kept;
            const character = { ...characters[rules.id], [field]: typed };
            blocks.saveToken(id, { characters: { ...characters, [rules.id]: character } });
            changed();
          },
          undo: () => undoLast(piece, found.mover, found.layout),
          endTurn: () => newTurn(found.mover, rules),
        },
      ),
    );
  };

  /** @type {(piece: Piece, mover: Mover, layout: import("./map.js").Layout) => Promise<void>} */
  const undoLast = async (piece, mover, layout) => {
    const kept = blocks.token(piece.id);
    const begin = kept?.starts.at(-1);
    if (!kept || !begin) return;
    const size = piece.shape.getSize(seat.grid().type);
    const to = { ...placeOf(layout, begin, size), elevation: 0 };
    const { turn } = await reported(mover, judge.takeBackTo(mover, to));
    if (!turn) return;
    blocks.saveToken(piece.id, { turn, starts: kept.starts.slice(0, -1) });
    watch.put(piece, begin, true);
    changed();
  };

  /** @type {(mover: Mover, rules: SystemEntry) => Promise<void>} */
  const newTurn = async (mover, rules) => {
    const [first, ...rest] = rules.clock.end_turn;
    if (!first) return;
    const commit = {
      id: crypto.randomUUID(),
      events: /** @type {[typeof first, ...typeof rest]} */ ([first, ...rest]),
    };
    await tick(mover, { commit });
    changed();
  };

  // ---------------------------------------------------------------- gestures

  /** Whether a key is for a field of a form. @type {(event: Event) => boolean} */
  const isTyped = ({ target }) =>
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
  /** @type {(event: Event) => boolean} */
  const isOnMap = ({ target }) => target instanceof Element && target.closest("#layers") !== null;
  const capture = { capture: true, passive: true };
  for (const name of ["mousedown", "touchstart"])
    window.addEventListener(name, (event) => watch.begin(isOnMap(event)), capture);
  for (const name of ["mouseup", "touchend"])
    window.addEventListener(
      name,
      (event) => {
        if (isOnMap(event)) watch.drop();
        schedule();
        setTimeout(watch.await);
      },
      capture,
    );
  window.addEventListener(
    "mouseleave",
    ({ target }) => {
      // Out of its window the host opens the hand.
      if (target instanceof Element && target.id === "main") watch.drop();
    },
    capture,
  );
  for (const name of ["mousemove", "touchmove"])
    window.addEventListener(
      name,
      () => {
        // The host moves its shapes first.
        setTimeout(watch.hover);
        schedule();
      },
      { passive: true },
    );
  window.addEventListener(
    "keydown",
    (event) => {
      if (isTyped(event)) return;
      if (event.code === "KeyO") isOverriding = true;
      const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z" && !event.shiftKey;
      watch.undoing(isUndo);
      if (isUndo || KEYS.test(event.code)) watch.begin(false);
      if (isUndo && watch.undoOwn()) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
  window.addEventListener(
    "keyup",
    (event) => {
      if (event.code === "KeyO") isOverriding = false;
      watch.await();
    },
    capture,
  );

  return {
    /** How it goes, for those who look into it. */
    status: () => ({ ...client.status, verdicts: { ...watch.verdicts } }),
    open: async () => {
      await blocks.open();
      if (fight === PEACE) fight = fightOf(blocks.fight());
    },
  };
};

/** @type {ReturnType<typeof start> | null} */
let running = null;

export const events = {
  /** Nothing that takes time: it would hold up the host and all other mods. */
  init: async () => {},
  /** @param {Api} api */
  initGame: async (api) => {
    running ??= start(api);
    Object.assign(globalThis, { footwork: { status: running.status } });
    await running.open();
  },
};
