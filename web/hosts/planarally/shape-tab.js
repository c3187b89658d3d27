/**
 * The tab in the host's dialog for shapes: a token's sheet and turn, or the ground under any other shape.
 *
 * @import { StateRequest, SystemEntry } from "../../core/protocol.js"
 * @import { Mover } from "../host.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { GroundKind, Layout } from "./scene.js"
 * @import { Api, GlobalId, LocalId } from "./surface.js"
 *
 * @typedef {object} ShapeTabPorts
 * @property {Api["ui"]["shape"]} dialog  the host's, for shapes
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof import("./data-blocks.js").createBlocks>} blocks
 * @property {() => SystemEntry | null} system
 * @property {import("./drag.js").DragPorts["moverOf"]} moverOf
 * @property {Pick<ReturnType<typeof import("./token-moves.js").createTokenMoves>, "note" | "positionOf" | "put">} tokenMoves
 * @property {(question: StateRequest) => Promise<any>} ask
 * @property {ReturnType<typeof import("./move-gate.js").createMoveGate>["undoLast"]} undoLast
 * @property {(mover: Mover, rules: SystemEntry) => Promise<void>} newTurn
 * @property {Set<() => void>} drawn  what is drawn anew when something has changed
 * @property {() => void} changed
 * @property {() => boolean} isOver  whether the room was left
 */

import { nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { withCircumstance } from "../../core/circumstances.js";
import { stateQuestion } from "../../core/questions.js";
import { keepKeys } from "./keys.js";
import { language, say } from "./language.js";
import { draw, groundForm, tokenForm } from "./panel.js";
import { placeOf } from "./scene.js";

/** @param {ShapeTabPorts} ports */
export const registerShapeTab = (ports) => {
  const { dialog, hostState, blocks, system, moverOf, tokenMoves, ask } = ports;
  const { undoLast, newTurn, drawn, changed, isOver } = ports;

  const place = document.createElement("div");
  place.className = "footwork-panel";
  place.lang = language;
  // Escape closes the host's dialog.
  keepKeys(place, ["Escape"]);
  /** The shape that is shown. @type {LocalId | undefined} */
  let shown;

  /** What was typed last and the rules cannot read: it is shown, and not kept. @type {import("./panel.js").Wrong & {local: LocalId} | null} */
  let wrong = null;

  /** @type {(local: LocalId) => boolean} */
  const isShown = (local) => place.isConnected && shown === local && hostState.focus() === local;

  /** Show the shape that the host's dialog is about; nothing of another one stays. */
  const show = async () => {
    const local = hostState.focus();
    if (!place.isConnected) return;
    if (shown !== local) draw(place, nothing);
    shown = local;
    const rules = system();
    if (local === undefined || !rules) return draw(place, say("chooseRules"));
    const piece = hostState.piece(local);
    if (piece) await showToken(piece, rules);
    else showGround(local, hostState.globalId(local) ?? "");
  };
  drawn.add(show);

  /** The form of a shape: new for another shape, so that nothing that was typed is carried over. @type {(local: LocalId, template: unknown) => void} */
  const drawFor = (local, template) => draw(place, keyed(local, template));

  /** What is typed is for the shape that is shown, and for no other. @type {(local: LocalId, save: () => void) => void} */
  const saveFor = (local, save) => {
    if (isShown(local)) save();
    changed();
  };

  /** @type {(local: LocalId, id: GlobalId) => void} */
  const showGround = (local, id) =>
    drawFor(
      local,
      groundForm(blocks.grounds()[id], (kind, multiplier) => {
        const { [id]: _, ...others } = blocks.grounds();
        const ground = { kind: /** @type {GroundKind} */ (kind), multiplier };
        saveFor(local, () => blocks.saveGrounds(kind === "none" ? others : { ...others, [id]: ground }));
      }),
    );

  /** @type {(piece: Piece, rules: SystemEntry) => Promise<void>} */
  const showToken = async (piece, rules) => {
    const { id, local } = piece;
    await blocks.ready([id]);
    tokenMoves.note();
    const kept = blocks.token(id);
    const found = moverOf(piece, tokenMoves.positionOf, new Set([id]));
    if (!isShown(local)) return;
    if (!kept || !found) return drawFor(local, say("notHere"));
    const reply = await ask(stateQuestion(found.mover));
    if (!isShown(local)) return;
    const state = reply.ok ? reply.value : null;
    drawFor(
      local,
      tokenForm(
        {
          system: rules,
          kept,
          state,
          problem: reply.ok ? null : reply.problem,
          wrong: wrong?.local === local ? wrong : null,
          others: othersIn(found.mover),
        },
        {
          change: (change) => saveFor(local, () => blocks.saveToken(id, change)),
          fill: async (field, typed) => {
            const { [rules.id]: sheet } = (blocks.token(id) ?? kept).characters;
            const tried = await ask(
              stateQuestion({ ...found.mover, character: { ...sheet, [field]: typed } }),
            );
            const isWrong = !tried.ok && tried.problem.path.startsWith(`mover.character.${field}`);
            wrong = isWrong ? { local, field, typed, problem: tried.problem } : null;
            saveFor(local, () => {
              if (isWrong) return;
              // Not what was drawn: another field may have been filled in since.
              const { characters } = blocks.token(id) ?? kept;
              const character = { ...characters[rules.id], [field]: typed };
              blocks.saveToken(id, { characters: { ...characters, [rules.id]: character } });
            });
          },
          say: (field, typed) =>
            saveFor(local, () => {
              const said = withCircumstance(blocks.token(id)?.circumstances, rules.id, field, typed);
              blocks.saveToken(id, { circumstances: /** @type {typeof kept.circumstances} */ (said) });
            }),
          undo: () => undo(piece, found.mover, found.layout),
          endTurn: () => endTurn(found.mover, rules),
        },
      ),
    );
  };

  /** @type {(piece: Piece, mover: Mover, layout: Layout) => Promise<void>} */
  const undo = async (piece, mover, layout) => {
    const size = piece.shape.getSize(hostState.grid().type);
    const begin = await undoLast(mover, (point) => placeOf(layout, point, size));
    if (!begin) return;
    tokenMoves.put(piece, begin, true);
    changed();
  };

  /** @type {(mover: Mover, rules: SystemEntry) => Promise<void>} */
  const endTurn = async (mover, rules) => {
    await newTurn(mover, rules);
    changed();
  };

  dialog.registerTab(
    { id: "footwork", label: "Footwork", component: tabComponent(place, show, hostState.followedFocus) },
    // The host keeps tabs for good; that of a room that was left is not shown.
    (_shape, hasEditAccess) => hasEditAccess && !isOver() && system() !== null,
  );
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
