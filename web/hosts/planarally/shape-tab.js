/**
 * The tab in the host's dialog for shapes: a token's sheet and turn, or the ground under any other shape.
 *
 * @import { StateRequest, SystemEntry } from "../../core/protocol.js"
 * @import { Mover } from "../host.js"
 * @import { createBlocks, Kept } from "./data-blocks.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { GroundKind, Layout } from "./scene.js"
 * @import { Api, GlobalId, LocalId } from "./surface.js"
 *
 * @typedef {object} ShapeTabPorts
 * @property {Api["ui"]["shape"]} dialog  the host's, for shapes
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof createBlocks>} blocks
 * @property {() => SystemEntry | null} system
 * @property {import("./drag.js").DragPorts["moverOf"]} moverOf
 * @property {Pick<ReturnType<typeof import("./token-moves.js").createTokenMoves>, "note" | "positionOf" | "takeBackNewest">} tokenMoves
 * @property {(question: StateRequest) => Promise<any>} ask
 * @property {(mover: Mover, rules: SystemEntry) => Promise<void>} newTurn
 * @property {(id: GlobalId) => boolean} isPushed  whether the next move of a token is a push by the GM
 * @property {(id: GlobalId) => void} push  it is to be one, or not
 * @property {(mover: Mover, length: number, reason: string) => Promise<void>} give
 * @property {Set<() => void>} drawn  what is drawn anew when something has changed
 * @property {() => void} changed
 * @property {() => boolean} isOver  whether the room was left
 *
 * @typedef {object} ShapeTabState
 * @property {HTMLElement} place
 * @property {LocalId | undefined} shown  the shape that is shown
 * @property {(import("./panel.js").Wrong & {local: LocalId}) | null} wrong  what was typed last and the rules cannot read: it is shown, and not kept
 * @typedef {ShapeTabPorts & ShapeTabState} ShapeTab
 *
 * @typedef {{piece: Piece, rules: SystemEntry, kept: Kept, mover: Mover, layout: Layout}} ShownToken  A token as it was when it was drawn.
 */

import { nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { fieldsIn, withField } from "../../core/per-game.js";
import { stateQuestion } from "../../core/questions.js";
import { keepKeys } from "./keys.js";
import { language, say } from "./language.js";
import { draw, groundForm, tokenForm } from "./panel.js";

/** @param {ShapeTabPorts} ports */
export const registerShapeTab = (ports) => {
  const place = document.createElement("div");
  place.className = "footwork-panel";
  place.lang = language;
  // Escape closes the host's dialog.
  keepKeys(place, ["Escape"]);
  /** @type {ShapeTab} */
  const tab = { ...ports, place, shown: undefined, wrong: null };
  const again = () => show(tab);
  const { dialog, hostState, drawn, isOver } = ports;
  drawn.add(again);
  dialog.registerTab(
    { id: "footwork", label: "Footwork", component: tabComponent(place, again, hostState.followedFocus) },
    // The host keeps tabs for good; that of a room that was left is not shown. It asks once for each shape in focus, so that
    // nothing counts here that changes meanwhile.
    (_shape, hasEditAccess) => hasEditAccess && !isOver(),
  );
};

/** Show the shape that the host's dialog is about; nothing of another one stays. @param {ShapeTab} tab */
const show = async (tab) => {
  const { hostState, system, place } = tab;
  const local = hostState.focus();
  if (!place.isConnected) return;
  if (tab.shown !== local) draw(place, nothing);
  tab.shown = local;
  const rules = system();
  if (local === undefined || !rules) return draw(place, say("chooseRules"));
  const piece = hostState.piece(local);
  if (piece) await showToken(tab, piece, rules);
  else showGround(tab, local, hostState.globalId(local) ?? "");
};

/** @type {(tab: ShapeTab, local: LocalId) => boolean} */
const isShown = ({ place, shown, hostState }, local) =>
  place.isConnected && shown === local && hostState.focus() === local;

/** The form of a shape: new for another shape, so that nothing that was typed is carried over. @type {(tab: ShapeTab, local: LocalId, template: unknown) => void} */
const drawFor = ({ place }, local, template) => draw(place, keyed(local, template));

/** What is typed is for the shape that is shown, and for no other. @type {(tab: ShapeTab, local: LocalId, save: () => void) => void} */
const saveFor = (tab, local, save) => {
  if (isShown(tab, local)) save();
  tab.changed();
};

/** @type {(tab: ShapeTab, local: LocalId, id: GlobalId) => void} */
const showGround = (tab, local, id) => {
  const { blocks } = tab;
  const form = groundForm(blocks.grounds()[id], (kind, multiplier) => {
    const { [id]: _, ...others } = blocks.grounds();
    const ground = { kind: /** @type {GroundKind} */ (kind), multiplier };
    saveFor(tab, local, () => blocks.saveGrounds(kind === "none" ? others : { ...others, [id]: ground }));
  });
  drawFor(tab, local, form);
};

/** @type {(tab: ShapeTab, piece: Piece, rules: SystemEntry) => Promise<void>} */
const showToken = async (tab, piece, rules) => {
  const { blocks, hostState, moverOf, tokenMoves, ask } = tab;
  const { id, local } = piece;
  await blocks.ready([id]);
  tokenMoves.note();
  const kept = blocks.token(id);
  const found = moverOf(piece, tokenMoves.positionOf, new Set([id]));
  if (!isShown(tab, local)) return;
  if (!kept || !found) return drawFor(tab, local, say("notHere"));
  const reply = await ask(stateQuestion(found.mover));
  if (!isShown(tab, local)) return;
  const told = {
    ...{ system: rules, kept, others: othersIn(found.mover), name: hostState.nameOf(piece) },
    ...{ isGm: hostState.isGm(), isPushing: tab.isPushed(id) },
    state: reply.ok ? reply.value : null,
    problem: reply.ok ? null : reply.problem,
    wrong: tab.wrong?.local === local ? tab.wrong : null,
  };
  drawFor(tab, local, tokenForm(told, actsOf(tab, { piece, rules, kept, ...found })));
};

/** What its player does in the form of a token. @type {(tab: ShapeTab, token: ShownToken) => Parameters<typeof tokenForm>[1]} */
const actsOf = (tab, token) => {
  const { blocks, newTurn, changed } = tab;
  const { rules, mover } = token;
  const { id, local } = token.piece;
  return {
    change: (change) => saveFor(tab, local, () => blocks.saveToken(id, change)),
    fill: (field, typed) => fill(tab, token, field, typed),
    say: (field, typed) =>
      saveFor(tab, local, () => {
        const said = withField(blocks.token(id)?.circumstances, rules.id, field, typed);
        blocks.saveToken(id, { circumstances: /** @type {Kept["circumstances"]} */ (said) });
      }),
    undo: () => takeBack(tab, token, false),
    toStart: () => takeBack(tab, token, true),
    push: () => tab.push(id),
    give: async (length, reason) => {
      await tab.give(mover, length, reason);
      changed();
    },
    endTurn: async () => {
      await newTurn(mover, rules);
      changed();
    },
  };
};

/** Fill in a field of the sheet. @type {(tab: ShapeTab, token: ShownToken, field: string, typed: unknown) => Promise<void>} */
const fill = async (tab, { piece: { id, local }, rules, kept, mover }, field, typed) => {
  const { blocks, ask } = tab;
  const sheet = fieldsIn((blocks.token(id) ?? kept).characters, rules.id);
  const tried = await ask(stateQuestion({ ...mover, character: { ...sheet, [field]: typed } }));
  const isWrong = !tried.ok && tried.problem.path.startsWith(`mover.character.${field}`);
  tab.wrong = isWrong ? { local, field, typed, problem: tried.problem } : null;
  saveFor(tab, local, () => {
    if (isWrong) return;
    // Not what was drawn: another field may have been filled in since.
    const { characters } = blocks.token(id) ?? kept;
    blocks.saveToken(id, { characters: withField(characters, rules.id, field, typed) });
  });
};

/** @type {(tab: ShapeTab, token: ShownToken, isTurn: boolean) => Promise<void>} */
const takeBack = async ({ tokenMoves, changed }, { piece }, isTurn) => {
  await tokenMoves.takeBackNewest(piece, isTurn);
  changed();
};

/** Those on the map beside a token that all may know of. @param {Mover} mover */
const othersIn = ({ token, common: { scene } }) =>
  scene && "tokens" in scene
    ? (scene.tokens ?? []).filter(({ id, hidden }) => id !== token && hidden !== true)
    : [];

/**
 * The tab as the host takes it. The host draws with Vue; this only needs a place of its own in it.
 *
 * @param {HTMLElement} place
 * @param {() => void} draw  called whenever the tab comes into sight, and for each other shape
 * @param {() => unknown} followed  what the host is to tell a change of
 */
const tabComponent = (place, draw, followed) => {
  const show = (/** @type {{$el: Node}} */ { $el }) => {
    $el.parentNode?.insertBefore(place, $el.nextSibling);
    draw();
  };
  return {
    props: ["tabSelected"],
    // Vue renders again, and says so, when what was read here has changed.
    render: () => {
      followed();
      return "";
    },
    /** @this {{$el: Node}} */
    mounted() {
      show(this);
    },
    /** @this {{$el: Node}} */
    activated() {
      show(this);
    },
    updated: () => draw(),
    deactivated: () => place.remove(),
    unmounted: () => place.remove(),
  };
};
