/**
 * What only the game master does with a token's turn, as a part of a form: push the token, give it movement or take some.
 */

import { html, nothing } from "lit";
import { word } from "./words.js";

/**
 * @param {object} shown
 * @param {string} shown.id  by which its fields are told from others of the page
 * @param {string} shown.name  of the token
 * @param {string} shown.unit  of lengths
 * @param {boolean} shown.isPushing  whether the next move of the token is a push
 * @param {() => unknown} shown.onPush  that is switched on or off
 * @param {(length: number, reason: string) => unknown} shown.onGive  length: less than 0, it is taken
 */
export const gmActs = ({ id, name, unit, isPushing, onPush, onGive }) => html`
  <h2>${word("gm")}</h2>
  <p>
    <button type="button" data-testid="push" aria-pressed=${isPushing} @click=${onPush}>${word("gm.push")}</button>
  </p>
  ${isPushing ? html`<p class="field-hint" role="status">${word("gm.pushing", { name })}</p>` : nothing}
  <form data-testid="give" @submit=${(/** @type {SubmitEvent} */ event) => give(event, onGive)}>
    <div class="field-line">
      <label for=${`${id}-length`}>${word("gm.length", { unit })}</label>
      <input id=${`${id}-length`} name="length" type="number" min="0" step="any" required />
    </div>
    <div class="field-line">
      <label for=${`${id}-reason`}>${word("gm.reason")}</label>
      <input id=${`${id}-reason`} name="reason" type="text" maxlength="200" required />
    </div>
    <p>
      <button type="submit" name="sign" value="1">${word("gm.give")}</button>
      <button type="submit" name="sign" value="-1">${word("gm.take")}</button>
    </p>
  </form>
`;

/** @type {(event: SubmitEvent, onGive: (length: number, reason: string) => unknown) => void} */
const give = (event, onGive) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const told = new FormData(form, event.submitter);
  onGive(Number(told.get("length")) * Number(told.get("sign")), String(told.get("reason")));
  form.reset();
};

/** What everybody reads of it: "Jenny gets 10 ft: a gust of wind." @type {(name: string, length: string, isTaken: boolean, reason: string) => string} */
export const givenText = (name, length, isTaken, reason) =>
  word(isTaken ? "gm.taken" : "gm.given", { name, length, reason });
