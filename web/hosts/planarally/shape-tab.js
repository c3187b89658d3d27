/**
 * The tab in the host's dialog for shapes: a token's sheet and turn, or the ground under any other shape.
 *
 * @import { StateRequest, SystemEntry } from "../../core/protocol.js"
 * @import { Mover } from "../host.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { GroundKind, Layout } from "./scene.js"
 * @import { Api, GlobalId } from "./surface.js"
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
 */

import { withCircumstance } from "../../core/circumstances.js";
import { stateQuestion } from "../../core/questions.js";
import { draw, groundForm, tokenForm } from "./panel.js";
import { placeOf } from "./scene.js";

/** @param {ShapeTabPorts} ports */
export const registerShapeTab = (ports) => {
  const { dialog, hostState, blocks, system, moverOf, tokenMoves, ask, undoLast, newTurn, drawn, changed } =
    ports;

  /** @type {(place: HTMLElement) => void} */
  const open = (place) => {
    const show = () => (place.isConnected ? showShape(place) : drawn.delete(show));
    drawn.add(show);
    show();
  };

  /** What is in it, for the shape that the host's dialog is about. @type {(place: HTMLElement) => Promise<void>} */
  const showShape = async (place) => {
    const local = hostState.focus();
    const rules = system();
    if (local === undefined || !rules) return draw(place, "Choose the rules of this table first.");
    const piece = hostState.piece(local);
    if (piece) await showToken(place, piece, rules);
    else showGround(place, hostState.globalId(local) ?? "");
  };

  /** @type {(place: HTMLElement, id: GlobalId) => void} */
  const showGround = (place, id) =>
    draw(
      place,
      groundForm(blocks.grounds()[id], (kind, multiplier) => {
        const { [id]: _, ...others } = blocks.grounds();
        const ground = { kind: /** @type {GroundKind} */ (kind), multiplier };
        blocks.saveGrounds(kind === "none" ? others : { ...others, [id]: ground });
        changed();
      }),
    );

  /** @type {(place: HTMLElement, piece: Piece, rules: SystemEntry) => Promise<void>} */
  const showToken = async (place, piece, rules) => {
    const { id } = piece;
    await blocks.ready([id]);
    tokenMoves.note();
    const kept = blocks.token(id);
    const found = moverOf(piece, tokenMoves.positionOf, new Set([id]));
    if (!kept || !found) return draw(place, "What the host keeps of this token is not here yet.");
    const reply = await ask(stateQuestion(found.mover));
    const state = reply.ok ? reply.value : null;
    draw(
      place,
      tokenForm(
        {
          system: rules,
          kept,
          state,
          problem: reply.ok ? null : reply.problem,
          others: othersIn(found.mover),
        },
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
          say: (field, typed) => {
            const said = withCircumstance(blocks.token(id)?.circumstances, rules.id, field, typed);
            blocks.saveToken(id, { circumstances: /** @type {typeof kept.circumstances} */ (said) });
            changed();
          },
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
    { id: "footwork", label: "Footwork", component: tabComponent(open) },
    (_shape, hasEditAccess) => hasEditAccess && system() !== null,
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
 * @param {(place: HTMLElement) => void} draw  called whenever the tab comes into sight
 */
const tabComponent = (draw) => {
  const place = document.createElement("div");
  place.className = "footwork-panel";
  const show = (/** @type {{$el: Node}} */ { $el }) => {
    $el.parentNode?.insertBefore(place, $el.nextSibling);
    draw(place);
  };
  return {
    props: ["tabSelected"],
    render: () => "",
    /** @this {{$el: Node}} */
    mounted() {
      show(this);
    },
    /** @this {{$el: Node}} */
    activated() {
      show(this);
    },
    deactivated: () => place.remove(),
    unmounted: () => place.remove(),
  };
};
