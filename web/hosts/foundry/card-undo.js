/**
 * The chat card of a move: a button for those whose token it is, as long as the move counts; for everybody, that it was
 * undone, wherever that was done.
 *
 * The token's turn tells what was taken back, but not for ever: one client, which may, writes it to the card.
 *
 * @import { Message, TokenDocument } from "./surface.js"
 * @import { Turn } from "./turns.js"
 *
 * @typedef {object} CardUndoPorts
 * @property {string} system
 * @property {(document: TokenDocument, commit: string) => Promise<"done" | "told" | "newer" | "uncounted">} undo
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 *
 * @typedef {{scene: string, token: string, commit: string | null, undone?: boolean}} CardMove
 */

import { host, ID } from "./host.js";
import { flagOf } from "./move-gate.js";
import { isTakenBack, readTurn } from "./turns.js";

/** By what a card knows its move again. @type {(turn: Turn | null) => string | null} */
export const newestMove = (turn) => turn?.moves.at(-1)?.[0] ?? null;

/** @param {CardUndoPorts} ports */
export const createCardUndo = (ports) => ({
  draw: draw.bind(null, ports),
  keep: keep.bind(null, ports),
  /** Those that were there before the game was played. */
  drawAll: () => {
    for (const message of host.game.messages) drawHere(ports, message);
  },
});

/** @param {Pick<Message, "flags">} message @returns {CardMove | undefined} */
const moveIn = ({ flags }) => flags?.[ID]?.move;

/** @param {CardMove} move @returns {TokenDocument | undefined} */
const documentOf = ({ scene, token }) => host.game.scenes.get(scene)?.tokens.get(token);

/** Whether a move was undone, by the turn of its token, or else as the card was marked. @type {(ports: CardUndoPorts, move: CardMove, document: TokenDocument | undefined) => boolean} */
const isUndone = ({ system }, { commit, undone = false }, document) => {
  const turn = document && readTurn(flagOf(document), system).turn;
  return (turn && commit ? isTakenBack(turn, commit) : null) ?? undone;
};

/** @type {(ports: CardUndoPorts, message: Pick<Message, "flags">, html: HTMLElement) => void} */
const draw = (ports, message, html) => {
  const move = moveIn(message);
  const card = html.querySelector(".footwork-card");
  if (!card || !move?.commit) return;
  const { say } = ports;
  const document = documentOf(move);
  const undone = isUndone(ports, move, document);
  for (const old of card.querySelectorAll(`.footwork-undone, [data-${ID}="undo"]`)) old.remove();
  if (undone) {
    const mark = html.ownerDocument.createElement("p");
    mark.className = "footwork-undone";
    mark.textContent = say("card.undone");
    card.prepend(mark);
  }
  if (document?.isOwner) card.append(buttonFor(html, ports, document, move.commit, undone));
};

/** Wherever it is shown. @type {(ports: CardUndoPorts, message: Message) => void} */
const drawHere = (ports, message) => {
  for (const line of shownOf(message)) draw(ports, message, line);
};

/** @type {(html: HTMLElement, ports: CardUndoPorts, document: TokenDocument, commit: string, isDisabled: boolean) => HTMLElement} */
const buttonFor = ({ ownerDocument }, { undo, say }, document, commit, isDisabled) => {
  const button = ownerDocument.createElement("button");
  button.type = "button";
  button.dataset[ID] = "undo";
  button.textContent = say("card.undo");
  button.disabled = isDisabled;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const outcome = await undo(document, commit);
    if (outcome === "done") return;
    button.disabled = false;
    if (outcome !== "told") host.ui.notifications.info(say(`card.${outcome}`, { name: document.name }));
  });
  return button;
};

/** Mark the cards of a token whose turn has changed. @type {(ports: CardUndoPorts, document: TokenDocument, changed: {flags?: any}) => void} */
const keep = (ports, document, changed) => {
  if (!changed.flags?.[ID]) return;
  for (const message of host.game.messages) {
    const move = moveIn(message);
    if (move?.token !== document.id || move.scene !== document.parent.id) continue;
    // Who marks it may have done so before the turn was known here.
    drawHere(ports, message);
    if (!isMine(message)) continue;
    const undone = isUndone(ports, move, document);
    if (undone !== (move.undone ?? false)) message.update({ [`flags.${ID}.move.undone`]: undone });
  }
};

/** Where a message is shown: a window may be one of the browser's own, as a chat that was taken out. @type {(message: Message) => HTMLElement[]} */
const shownOf = ({ id }) => {
  const windows = [...host.foundry.applications.instances.values()];
  const pages = new Set([
    globalThis.document,
    ...windows.flatMap(({ element }) => element?.ownerDocument ?? []),
  ]);
  return [...pages]
    .flatMap((page) => [...page.querySelectorAll(`[data-message-id="${CSS.escape(id)}"]`)])
    .map((line) => /** @type {HTMLElement} */ (line));
};

/** Whether it is this client that marks a card. @param {Message} message */
const isMine = ({ isAuthor }) => host.game.users.activeGM?.isSelf ?? isAuthor;
