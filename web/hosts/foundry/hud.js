/**
 * Buttons beside a token: its turn, its sheet, each act that the rules have a word for, and for the GM whether it is judged at all.
 *
 * @import { StateValue, SystemEntry, Text } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 *
 * @typedef {object} HudPorts
 * @property {() => SystemEntry | null} system
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(document: TokenDocument, act: string) => void} act  one without options
 * @property {(document: TokenDocument, check: string) => void} roll
 * @property {(document: TokenDocument) => string | null} unjudged  why the rules do not judge it; null: they do
 * @property {(document: TokenDocument, isLeftAlone: boolean) => Promise<unknown>} setExempt
 * @property {() => void} openPanel
 * @property {() => void} openSheet
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 */

import { html, nothing, render } from "lit";
import { actsOf } from "../../core/acts.js";
import { fieldsOf } from "../../core/form-schema.js";
import { host } from "./host.js";
import { isExempt, isOutOfTurn } from "./rights.js";

/** How far it stays from the edge of the window, and from what is beside it, in pixels. */
const MARGIN = 4;
const LOWEST = 96;

/**
 * Where there is no room beside the buttons it opens on the token's other side, and upwards. Where there is none on either side, it
 * opens below the buttons or above them: what closes it stays in sight.
 *
 * @param {HTMLElement | null} palette
 */
const keepOnScreen = (palette) => {
  const buttons = palette?.parentElement;
  if (!palette || !buttons) return;
  for (const side of ["data-right", "data-under", "data-up"]) palette.removeAttribute(side);
  for (const style of /** @type {const} */ (["left", "marginLeft", "maxHeight"])) palette.style[style] = "";
  const edges = () => palette.getBoundingClientRect();
  // The client scales all that is beside tokens.
  const scale = edges().width / palette.offsetWidth;
  const { top, bottom, left: start } = buttons.getBoundingClientRect();
  if (edges().left < 0) {
    const columns = [...(buttons.closest(".placeable-hud")?.querySelectorAll(".col") ?? [buttons])];
    const end = Math.max(...columns.map((column) => column.getBoundingClientRect().right));
    palette.toggleAttribute("data-right", true);
    palette.style.left = `${(end - start) / scale + 2 * MARGIN}px`;
  }
  if (edges().right <= innerWidth) {
    palette.toggleAttribute("data-up", edges().bottom > innerHeight);
    return;
  }
  palette.removeAttribute("data-right");
  palette.style.left = "";
  palette.toggleAttribute("data-under", true);
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
  /** @param {Event} event */
  const keepAgain = ({ currentTarget }) =>
    keepOnScreen(/** @type {HTMLElement} */ (currentTarget).closest(".footwork-palette"));

  /** @type {(icon: string, label: string, press: () => void, name: string, isPressed?: boolean) => unknown} */
  const button = (icon, label, press, name, isPressed) => html`
    <button type="button" class="control-icon footwork-hud-button" data-footwork=${name} aria-label=${label} data-tooltip=${label} aria-pressed=${isPressed ?? nothing} @click=${press}>
      <i class=${icon} inert></i>
    </button>
  `;

  /** What can be done now; all else, and everything on another's turn, behind a word. @type {(document: TokenDocument, system: SystemEntry, state: StateValue | null) => unknown} */
  const acts = (document, system, state) => {
    const { now, later } = actsOf(system, state);
    const first = [
      ...now.map((act) => actButton(document, act)),
      ...(system.acts.length === 0
        ? [choice(say("panel.acted"), () => ports.act(document, ""), { act: "acted" })]
        : []),
      ...(state?.checks ?? []).map(({ id, label }) =>
        choice(say("panel.rollFor", { check: words.told(label) }), () => ports.roll(document, id), {
          check: id,
        }),
      ),
    ];
    const rest = later.map((act) => actButton(document, act, state?.refused?.[act.id]));
    if (isOutOfTurn(document))
      return html`<p>${say("panel.notItsTurn", { name: document.name })}</p>${more("hud.more", [...first, ...rest])}`;
    return html`${first}${more("panel.actsLater", rest)}`;
  };

  /** @type {(key: string, choices: unknown[]) => unknown} */
  const more = (key, choices) =>
    choices.length === 0
      ? nothing
      : html`<details @toggle=${keepAgain}>
          <summary class="footwork-choice">${say(key)}</summary>
          ${choices}
        </details>`;

  /** @type {(label: string, press: () => void, named: {act?: string, check?: string}, why?: string) => unknown} */
  const choice = (label, press, { act, check }, why) =>
    html`<button type="button" class="footwork-choice" data-act=${act ?? nothing} data-check=${check ?? nothing} data-tooltip=${why ?? nothing} aria-description=${why ?? nothing} @click=${press}>${label}</button>`;

  /** @type {(document: TokenDocument, act: SystemEntry["acts"][number], refusal?: Text) => unknown} */
  const actButton = (document, { id, label, options }, refusal) => {
    const isPlain = fieldsOf(options).length === 0;
    const press = () => (isPlain ? ports.act(document, id) : ports.openPanel());
    return choice(
      `${words.told(label)}${isPlain ? "" : "…"}`,
      press,
      { act: id },
      refusal && words.told(refusal),
    );
  };

  /** Beside the token: why it is not judged, or its acts. @type {(document: TokenDocument, system: SystemEntry, state: StateValue | null) => unknown} */
  const palette = (document, system, state) => {
    const why = ports.unjudged(document);
    return html`
      <div class="footwork-palette" role="group" aria-label=${say("hud.acts")}>
        ${why ? html`<p>${why}</p>` : acts(document, system, state)}
      </div>
    `;
  };

  /** Asks anew what the buttons that are shown tell. @type {() => Promise<void>} */
  let refresh = async () => {};

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
          ${host.game.user.isGM ? button("fa-solid fa-person-circle-xmark", say("hud.exempt"), exempt, "exempt", isExempt(document)) : nothing}
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
    const exempt = async () => {
      await ports.setExempt(document, !isExempt(document));
      draw();
    };
    const ask = async () => {
      draw();
      state = await ports.stateOf(document);
      draw();
    };
    refresh = async () => {
      if (place.isConnected) await ask();
    };
    await ask();
  };

  return { show, refresh: () => refresh() };
};
