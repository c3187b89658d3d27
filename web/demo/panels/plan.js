/**
 * The plan: what the dragged path, or the last one dropped, comes to, and why.
 *
 * @import { Band, Check, Modifier, Plan, RuleEntry, Spend } from "../../core/protocol.js"
 * @import { AppState, Gone } from "../app-state.js"
 */

import { html, nothing, svg } from "lit";
import {
  capital,
  DOT,
  distance,
  measured,
  number,
  percent,
  price,
  roughly,
  unbroken,
  verdictWord,
} from "../../core/texts.js";
import { NO_WAY, nearestIn } from "../../core/verdicts.js";
import { word } from "../../core/words.js";
import { isPushed, nameOf, systemOf, unitOf } from "../app-state.js";
import { bandName } from "../board/bands.js";
import { placeText } from "../board/labels.js";
import { icon } from "../icons.js";
import { say } from "../language.js";
import { changesIn } from "../turn-words.js";
import { ruleChip } from "./rule-card.js";

/** @param {AppState} state */
export const planPanel = (state) => {
  if (isPushed(state, state.game.selected)) return pushPanel(state);
  const plan = state.shown?.plan ?? null;
  const short = isOpen(state) ? null : shortIn(state);
  return html`
    <section
      class="panel plan"
      data-testid="plan"
      data-verdict=${plan?.verdict ?? nothing}
      aria-labelledby="plan-title"
    >
      <header class="panel-head">
        <h2 id="plan-title">${say(isOpen(state) ? "plan" : "plan.last")}</h2>
        ${plan ? html`<span class="verdict" data-kind=${short ? "impossible" : plan.verdict}>${short ? say("check.short") : isRolled(state) ? say("plan.rolled") : verdictWord(plan.verdict)}</span>` : nothing}
      </header>
      ${plan && short ? shortBody(state, plan, short) : plan ? planBody(state, plan) : emptyBody(state)}
    </section>
  `;
};

/** A push has no plan: it costs nothing. @param {AppState} state */
const pushPanel = (state) => html`
  <section class="panel plan" data-testid="plan" data-verdict="free" aria-labelledby="plan-title">
    <header class="panel-head">
      <h2 id="plan-title">${say("plan")}</h2>
      <span class="verdict" data-kind="free">${word("gm.pushed")}</span>
    </header>
    <p class="plan-empty">${word("gm.pushing", { name: nameOf(state, state.game.selected) })}</p>
  </section>
`;

/** Whether the plan is of a move that is still to be made, or of none. @param {AppState} state */
const isOpen = ({ shown, held, waiting, asking, check, standings }) =>
  !shown ||
  held !== null ||
  waiting.length > 0 ||
  asking !== null ||
  (check !== null && (check.rolls.length === 0 || Boolean(standings[check.token]?.pending)));

/** Whether the roll that a move needed was made. @param {AppState} state */
const isRolled = (state) =>
  !isOpen(state) && state.shown?.plan.verdict === "roll" && !state.standings[state.shown.token]?.pending;

/** What is shorter by less has only been rounded. */
const LEAST_SHORT = 0.05;

/** How far a move has gone, if that is not all of its way. @type {(state: AppState) => Gone | null} */
const shortIn = ({ shown, standings }) => {
  if (!shown?.gone || standings[shown.token]?.pending || shown.plan.pause) return null;
  return shown.gone.far < shown.plan.length - LEAST_SHORT ? shown.gone : null;
};

/** What happened in place of what was planned. @type {(state: AppState, plan: Plan, gone: Gone) => unknown} */
const shortBody = (state, plan, { far, reason, before }) => {
  const unit = unitOf(state);
  const now = state.standings[plan.token ?? state.game.selected];
  const changes = now ? changesIn(now, before, unit) : [];
  return html`
    <div class="plan-figures">${figure(roughly(far, unit), say("plan.goneOf", { length: roughly(plan.length, unit) }))}</div>
    <p class="plan-reason">${unbroken(reason || plan.reason.text)}</p>
    ${changes.length > 0 ? html`<ul class="spends" aria-label=${say("plan.uses")}>${changes.map((change) => html`<li><span>${change}</span></li>`)}</ul>` : nothing}
  `;
};

/** @param {AppState} state */
const emptyBody = (state) => html`
  <p class="plan-empty">
    <b>${say("plan.drag")}</b> ${state.game.about} ${say("plan.colours")}
  </p>
`;

/** @type {(state: AppState, plan: Plan) => unknown} */
const planBody = (state, plan) => {
  const unit = unitOf(state);
  const check = plan.checks[0];
  return html`
    <div class="plan-figures">
      ${figure(roughly(plan.cost || plan.length, unit), plan.cost === plan.length || plan.cost === 0 ? say("plan.toCover") : say("plan.forWay", { length: roughly(plan.length, unit) }))}
      ${plan.price && plan.verdict !== "impossible" ? figure(price(plan.price), say("plan.price")) : nothing}
      ${check && plan.verdict === "roll" ? figure(percent(plan.chance ?? check.chance), say("plan.chance")) : nothing}
      ${plan.left !== null && plan.verdict !== "impossible" ? figure(roughly(plan.left, unit), say("plan.leftAfter")) : nothing}
    </div>
    ${plan.length > 0 ? bandBar(plan, unit) : nothing}
    ${isToldByBand(plan) ? nothing : html`<p class="plan-reason">${plan.reason.text}</p>`}
    ${nearLine(state, plan)}
    ${plan.checks.length > 0 ? html`<ul class="plan-checks">${plan.checks.map(checkLine)}</ul>` : nothing}
    ${plan.spends.length > 0 ? html`<ul class="spends" aria-label=${say("plan.uses")}>${plan.spends.map((spend) => spendLine(spend, unit))}</ul>` : nothing}
    ${promptLines(state, plan)}
    <h3>${say("plan.why")}</h3>
    <ol class="why">
      ${whyLines(state, plan).map((line) => whyLine(line, nameOf(state, plan.token ?? state.game.selected)))}
    </ol>
  `;
};

/** Where one gets instead. @type {(state: AppState, plan: Plan) => unknown} */
const nearLine = ({ game }, plan) => {
  const near = nearestIn(plan);
  return near
    ? html`<p class="plan-near" data-testid="plan-near"><span>${say("plan.nearest", { place: placeText(game, near) })}</span>${ruleChip(NO_WAY)}</p>`
    : nothing;
};

/** @param {Plan} plan */
const isToldByBand = (plan) => plan.bands.some(({ reason }) => reason.text === plan.reason.text);

/** @type {(value: string, label: string) => unknown} */
const figure = (value, label) => html`<div class="figure"><b>${value}</b><span>${label}</span></div>`;

/** @type {(plan: Plan, unit: string) => unknown} */
const bandBar = (plan, unit) => html`
  <svg class="band-bar" viewBox="0 0 ${plan.length} 1" preserveAspectRatio="none" aria-hidden="true">
    ${plan.bands.map(
      (band) =>
        svg`<rect class="band-bar-part ${bandName(band)}" x=${band.start} width=${Math.max(0, band.end - band.start)} height="1" />`,
    )}
  </svg>
  <ul class="band-list">
    ${alikeAsOne(plan.bands).map((band) => bandLine(band, unit))}
  </ul>
`;

/** Stretches after one another that would read the same but for their lengths. @param {readonly Band[]} bands */
const alikeAsOne = (bands) => {
  /** @type {Band[]} */
  const lines = [];
  for (const band of bands) {
    const last = lines.at(-1);
    const isAlike =
      last &&
      bandName(last) === bandName(band) &&
      last.rule === band.rule &&
      last.reason.text === band.reason.text;
    if (isAlike) lines.splice(-1, 1, { ...last, end: band.end });
    else lines.push(band);
  }
  return lines;
};

/** @type {(band: Band, unit: string) => unknown} */
const bandLine = (band, unit) => html`
  <li>
    <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
      <g class="band ${bandName(band)}"><rect class="band-fill" width="1" height="1" /><rect width="1" height="1" fill="url(#${bandName(band)})" /></g>
    </svg>
    <span class="band-span">${number(band.start)}–${distance(band.end, unit)}</span>
    <span class="band-reason">${unbroken(band.reason.text)}</span>
    ${ruleChip(band.rule)}
  </li>
`;

/** @param {Check} check */
const checkLine = (check) => html`
  <li>
    ${icon("die")}
    <span><b>${check.label.text}</b>${check.optional ? ` ${say("plan.optional")}` : ""}: ${check.needed_text.text}${DOT}${check.dice.text}</span>
    <b class="check-chance">${percent(check.chance)}</b>
  </li>
`;

/** @type {(spend: Spend, unit: string) => unknown} */
const spendLine = ({ rule, label, amount, left, is_length: isLength }, unit) => html`
  <li>
    <span>${label.text}</span>
    <b>${measured(amount, isLength, unit)}</b>
    <span class="muted">${left === null || left === undefined ? nothing : say("plan.leftCount", { count: measured(left, isLength, unit) })}</span>
    ${ruleChip(rule)}
  </li>
`;

/** @type {(state: AppState, plan: Plan) => unknown} */
const promptLines = (state, plan) => {
  const unit = unitOf(state);
  const isAsked = (/** @type {Plan["reactions"][number]} */ { rule, token }) =>
    !token && plan.rulings.some((ruling) => ruling.rule === rule);
  const prompts = [
    ...plan.hazards.map(({ rule, label }) => ({ sign: "warning", rule, text: label.text })),
    ...plan.rulings.map((ruling) => ({ sign: "question", rule: ruling.rule, text: rulingText(ruling) })),
    ...plan.reactions
      .filter((reaction) => !isAsked(reaction))
      .map(({ rule, label, token, at }) => ({
        sign: "warning",
        rule,
        text: token
          ? `${after(nameOf(state, token), distance(at, unit), label.text)} ${label.text}`
          : label.text,
      })),
  ];
  return prompts.length === 0
    ? nothing
    : html`<ul class="prompts">${prompts.map(({ sign, rule, text }) => html`<li>${icon(sign)}<span>${text}</span>${ruleChip(rule)}</li>`)}</ul>`;
};

/** Where on the way something may happen, and by whom if that is not said anyway. @type {(name: string, length: string, text: string) => string} */
const after = (name, length, text) =>
  text.startsWith(name) ? say("plan.afterWay", { length }) : say("plan.after", { name, length });

/** The question, and what holds if nobody answers it. @param {Plan["rulings"][number]} ruling */
const rulingText = ({ question, choices, default: usual }) => {
  const answer = choices.find(({ id }) => id === usual)?.label.text;
  return answer ? `${question.text} ${say("plan.unless", { answer })}` : question.text;
};

/**
 * @typedef {object} WhyLine
 * @property {string} rule
 * @property {string} name
 * @property {string} working
 * @property {string} reference
 * @property {Modifier | null} modifier
 */

/**
 * One line for each rule used; a modifier belongs to the line of its rule.
 *
 * @type {(state: AppState, plan: Plan) => WhyLine[]}
 */
const whyLines = (state, plan) => {
  const lines = plan.trace
    .filter(({ rule }) => rule !== NO_WAY)
    .map((trace) => ({
      rule: trace.rule,
      name: ruleOf(state, trace.rule)?.name ?? trace.name,
      working: trace.working.text,
      reference: trace.reference,
      modifier: /** @type {Modifier | null} */ (null),
    }));
  for (const modifier of plan.modifiers) {
    const home = lines.find(({ rule, modifier: other }) => rule === modifier.rule && other === null);
    if (home) home.modifier = modifier;
    else {
      const entry = ruleOf(state, modifier.rule);
      const { name = "", reference = "" } = entry ?? {};
      lines.push({ rule: modifier.rule, name, working: modifier.on.text, reference, modifier });
    }
  }
  return lines;
};

/** A rule in the words of the page's language. @type {(state: AppState, number: string) => RuleEntry | undefined} */
const ruleOf = (state, number) =>
  [...(systemOf(state)?.rules ?? []), ...state.tableRules].find((rule) => rule.number === number);

/** @type {(line: WhyLine, mover: string) => unknown} */
const whyLine = ({ rule, name, working, reference, modifier }, mover) => html`
  <li data-rule=${rule} data-dice=${modifier?.quantity === "dice" ? String(modifier.amount) : nothing}>
    <p class="why-head">${ruleChip(rule)} <b>${name}</b></p>
    <p class="why-working">${unbroken(working)} <span class="why-reference">· ${reference}</span></p>
    ${modifier ? html`<p class="why-modifier">${modifierText(modifier, mover)}</p>` : nothing}
  </li>
`;

/** @type {(bearer: string, name: string) => string} */
const bearerText = (bearer, name) =>
  bearer === "shooters"
    ? say("plan.shooters", { name })
    : say("plan.bearer", { bearer: capital(bearer), name });

/** Who bears it is said only where it is not the mover. @type {(modifier: Modifier, mover: string) => unknown} */
export const modifierText = ({ bearer, amount, quantity, on, since, until }, mover) => html`
  ${bearer === "mover" ? nothing : `${bearerText(bearer, mover)} `}<b>${price({ amount, quantity })}:</b> ${on.text}
  <span class="muted">(${[since.text, until.text && word("until", { until: until.text })].filter(Boolean).join(", ")})</span>
`;
