/**
 * The tokens on the board, each a button that says where it stands.
 *
 * @import { Token } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Store } from "../store.js"
 * @import { createTokenAnimation } from "./token-animation.js"
 * @import { Viewport } from "./viewport.js"
 *
 * @typedef {object} TokenLayerPorts
 * @property {HTMLElement} layer
 * @property {Store<AppState>} store
 * @property {Viewport} viewport
 * @property {Pick<ReturnType<typeof createTokenAnimation>, "at">} animation
 */

import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { isSamePlace } from "../../core/grid.js";
import { distance, signed } from "../../core/texts.js";
import { unitOf } from "../app-state.js";
import { tokenOf } from "../game.js";
import { say } from "../language.js";
import { shownStorey, storeyAt, storeyName } from "../storeys.js";
import { marksOf, namedAbove, placeText } from "./labels.js";

/** Where tokens that share a place are drawn, so that each is seen and can be taken. */
const ASIDE = ["-0.2em 0 0 -0.2em", "0.2em 0 0 0.2em", "-0.2em 0 0 0.2em", "0.2em 0 0 -0.2em"];

/**
 * @param {TokenLayerPorts} ports
 * @returns {() => void} draws all tokens
 */
export const createTokenLayer = ({ layer, store, viewport, animation }) => {
  const drawTokens = () => {
    const { game, held, standings, check } = store.get();
    const unit = unitOf(store.get());
    const shown = shownStorey(store.get());
    const tokens = game.scene.tokens;
    const marks = marksOf(tokens);
    const above = namedAbove(tokens, viewport.grid());
    render(
      repeat(
        tokens,
        ({ id }) => id,
        (token) => {
          const isWalking = animation.at(token.id) !== undefined;
          const badges = (standings[token.id]?.statuses ?? []).map(({ label }) => label.text);
          const name = token.name || token.id;
          const { elevation = 0 } = token;
          const storey = storeyAt(game, elevation);
          const raised = elevation - (storey?.elevation ?? 0);
          const height = raised === 0 ? [] : [say("at.height", { height: distance(elevation, unit) })];
          const floor = storey ? [say("at.storey", { storey: storeyName(storey) })] : [];
          return html`
            <button
              type="button"
              class="token"
              data-testid="token"
              data-token-id=${token.id}
              data-side=${token.disposition ?? "neutral"}
              ?data-held=${held?.token === token.id}
              ?data-walking=${isWalking}
              ?data-asked=${check?.token === token.id}
              ?data-named-above=${above.has(token.id)}
              ?data-elsewhere=${storey !== undefined && storey !== shown}
              aria-pressed=${game.selected === token.id}
              aria-describedby="board-keys"
            >
              <span class="token-face" aria-hidden="true">${marks.get(token.id)}</span>
              <span class="token-name" aria-hidden="true">${name}</span>
              <span class="visually-hidden">${[name, placeText(game, token), ...floor, ...height, ...badges].join(", ")}</span>
              ${raised === 0 ? nothing : html`<span class="token-height" aria-hidden="true" title=${height[0] ?? nothing}>${signed(raised)} ${unit}</span>`}
              ${badges.length > 0 ? html`<span class="token-badge" aria-hidden="true" title=${badges.join(", ")}>!</span>` : nothing}
            </button>
          `;
        },
      ),
      layer,
    );
    for (const button of layer.querySelectorAll("button")) {
      const token = tokenOf(store.get().game, button.dataset.tokenId ?? "");
      if (!token) continue;
      placeToken(button, token);
      const together = tokens.filter((other) => isSamePlace(other, token));
      const aside = together.length > 1 ? (ASIDE[together.indexOf(token) % ASIDE.length] ?? "") : "";
      button.style.margin = animation.at(token.id) ? "" : aside;
    }
  };

  /**
   * The attributes tell where a token stands, and so change only when it has arrived.
   *
   * @param {HTMLElement} button
   * @param {Token} token
   */
  const placeToken = (button, token) => {
    const way = animation.at(token.id);
    if (!way) {
      button.dataset.col = String(token.col);
      button.dataset.row = String(token.row);
      button.dataset.elevation = String(token.elevation ?? 0);
    }
    viewport.placeBox(button, way ?? token, token);
  };

  return drawTokens;
};
