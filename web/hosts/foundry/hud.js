/**
 * Buttons beside a token: its turn, its sheet, and each act that the rules have a word for.
 *
 * @import { StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 *
 * @typedef {object} HudPorts
 * @property {() => SystemEntry | null} system
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(document: TokenDocument, act: string) => void} act  one without options
 * @property {(document: TokenDocument, check: string) => void} roll
 * @property {() => void} openPanel
 * @property {() => void} openSheet
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 */

import { html, nothing, render } from "lit";
import { actsOf } from "../../core/acts.js";
import { fieldsOf } from "../../core/form-schema.js";
import { isOutOfTurn } from "./rights.js";

/** How far it stays from the edge of the window, in pixels. */
const MARGIN = 4;
const LOWEST = 96;

/**
 * Where there is no room beside the buttons it opens over the token, and upwards. Where there is none on either side, it opens below
 * the buttons or above them: what closes it stays in sight.
 *
 * @param {HTMLElement | null} palette
 */
const keepOnScreen = (palette) => {
  const buttons = palette?.parentElement;
  if (!palette || !buttons) return;
  for (const side of ["data-over", "data-under", "data-up"]) palette.removeAttribute(side);
  for (const style of /** @type {const} */ (["marginLeft", "maxHeight"])) palette.style[style] = "";
  const edges = () => palette.getBoundingClientRect();
  palette.toggleAttribute("data-over", edges().left < 0);
  const isUnder = edges().right > innerWidth;
  palette.toggleAttribute("data-under", isUnder);
  if (!isUnder) {
    palette.toggleAttribute("data-up", edges().bottom > innerHeight);
    return;
  }
  // The client scales all that is beside tokens.
  const scale = edges().width / palette.offsetWidth;
  const { top, bottom } = buttons.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isUp = edges().bottom > innerHeight && top > below;
  palette.toggleAttribute("data-up", isUp);
  const room = Math.max((isUp ? top : below) - 3 * MARGIN, LOWEST);
  palette.style.maxHeight = `min(60vh, ${room / scale}px)`;
  const { left, right } = edges();
  const aside = Math.max(Math.min(innerWidth - MARGIN - right, 0), MARGIN - left);
  palette.style.marginLeft = `${aside / scale}px`;
};

/** @param {HudPorts} ports */
export const createHud = (ports) => {
  const { say, words } = ports;

  /** @type {(icon: string, label: string, press: () => void, name: string) => unknown} */
  const button = (icon, label, press, name) => html`
    <button type="button" class="control-icon footwork-hud-button" data-footwork=${name} aria-label=${label} data-tooltip=${label} @click=${press}>
      <i class=${icon} inert></i>
    </button>
  `;

  /** @type {(document: TokenDocument, system: SystemEntry, state: StateValue | null) => unknown} */
  const palette = (document, system, state) => {
    const { now, later } = actsOf(system, state);
    return html`
    <div class="footwork-palette" role="group" aria-label=${say("hud.acts")}>
      ${isOutOfTurn(document) ? html`<p>${say("panel.notItsTurn", { name: document.name })}</p>` : nothing}
      ${now.map((act) => actButton(document, act))}
      ${system.acts.length === 0 ? html`<button type="button" class="footwork-choice" data-act="acted" @click=${() => ports.act(document, "")}>${say("panel.acted")}</button>` : nothing}
      ${(state?.checks ?? []).map(({ id, label }) => html`<button type="button" class="footwork-choice" data-check=${id} @click=${() => ports.roll(document, id)}>${say("panel.rollFor", { check: words.told(label) })}</button>`)}
      ${later.length > 0 ? html`<p>${say("panel.actsLater")}</p>` : nothing}${later.map((act) => actButton(document, act))}
    </div>
  `;
  };

  /** @type {(document: TokenDocument, act: SystemEntry["acts"][number]) => unknown} */
  const actButton = (document, act) => {
    const isPlain = fieldsOf(act.options).length === 0;
    const label = words.told(act.label);
    return html`<button type="button" class="footwork-choice" data-act=${act.id} @click=${() => (isPlain ? ports.act(document, act.id) : ports.openPanel())}>${label}${isPlain ? nothing : "…"}</button>`;
  };

  /** @type {(document: TokenDocument, html: HTMLElement) => Promise<void>} */
  const show = async (document, element) => {
    const system = ports.system();
    const column = element.querySelector(".col.left");
    if (!system || !column || !document.isOwner) return;
    const place = element.ownerDocument.createElement("div");
    place.className = "footwork-hud";
    column.append(place);
    let isOpen = false;
    /** @type {StateValue | null} */
    let state = null;
    const draw = () => {
      render(
        html`
          ${button("fa-solid fa-shoe-prints", say("hud.panel"), ports.openPanel, "panel")}
          ${button("fa-solid fa-person-running", say("hud.acts"), toggle, "acts")}
          ${button("fa-solid fa-id-card", say("hud.sheet"), ports.openSheet, "sheet")}
          ${isOpen ? palette(document, system, state) : nothing}
        `,
        place,
      );
      keepOnScreen(place.querySelector(".footwork-palette"));
    };
    const toggle = () => {
      isOpen = !isOpen;
      draw();
    };
    draw();
    state = await ports.stateOf(document);
    draw();
  };

  return { show };
};
