/**
 * What is read aloud of the board: who is picked up and how far that can go, what the way to a place comes to, where a token
 * has arrived, how dice fell. Notices say the rest.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Place } from "./game.js"
 */

import { headlineOf } from "../core/headline.js";
import { DOT, sentences, spokenPlan } from "../core/texts.js";
import { nearestIn } from "../core/verdicts.js";
import { word } from "../core/words.js";
import { isPushed, layersOf, nameOf, unitOf } from "./app-state.js";
import { placeText } from "./board/labels.js";
import { isAtStart } from "./drag.js";
import { tokenOf } from "./game.js";
import { say } from "./language.js";
import { storeyAt, storeyName } from "./storeys.js";

const TOGETHER_MILLIS = 50;

/**
 * @param {HTMLElement} part  whose changes are read aloud
 * @param {import("./store.js").Store<AppState>} store
 */
export const createSpeech = (part, { get, subscribe }) => {
  /** @type {Map<string, string>} */
  const texts = new Map();

  /** Read aloud together with what else happens now; of what has a key only the newest. @type {(text: string, key?: string) => void} */
  const speak = (text, key = text) => {
    if (texts.size === 0)
      setTimeout(() => {
        part.textContent = sentences(...texts.values());
        texts.clear();
      }, TOGETHER_MILLIS);
    texts.set(key, text);
  };

  subscribe((now, before) => {
    if (now.held && now.held.by !== "pointer" && isNewlyDragged(now, before, now.held.token))
      speak(pickedUp(now, now.held.token));
    if (now.held && now.held.to !== before.held?.to && isPushed(now, now.held.token) && !isAtStart(now.held))
      speak(sentences(wayText(now, now.held.token, now.held.to), word("gm.pushed")), "plan");
    if (before.held && !now.held) speakUnlessDropped(before.held.token);
    if (now.shown && now.shown !== before.shown) {
      const { token, plan } = now.shown;
      const to = plan.path?.at(-1);
      const who = to ? wayText(now, token, to) : nameOf(now, token);
      const near = nearestIn(plan);
      const instead = near ? say("plan.nearest", { place: whereText(now, near) }) : "";
      speak(sentences(spokenPlan(who, plan, unitOf(now)), instead), "plan");
    }
    if (now.game.ledgers !== before.game.ledgers) for (const text of arrivals(now, before)) speak(text);
    const { check } = now;
    if (check && check.rolls !== before.check?.rolls) {
      for (const { effect } of check.rolls) speak(`${nameOf(now, check.token)}: ${effect.text}`);
      if (check.rolls.length > 0)
        for (const { question } of now.standings[check.token]?.rulings ?? []) speak(question.text);
    }
  });

  /** What is held no more was dropped, and is judged, or was put back. @param {string} token */
  const speakUnlessDropped = (token) =>
    queueMicrotask(() => {
      const state = get();
      if (!state.held && state.waiting.every((drop) => drop.token !== token)) speak(placed(state, token));
    });

  return { speak };
};

/** Whether it was picked up, or how far it can go is known only now. @type {(now: AppState, before: AppState, token: string) => boolean} */
const isNewlyDragged = (now, before, token) =>
  before.held?.token !== token || (!before.standings[token] && now.standings[token] !== undefined);

/** @type {(state: AppState, token: string) => string} */
const pickedUp = (state, token) => {
  const standing = state.standings[token];
  const headline = standing ? headlineOf(standing, unitOf(state), { layers: layersOf(state, token) }) : "";
  return sentences(say("spoken.held", { name: nameOf(state, token) }), headline.replaceAll(DOT, ", "));
};

/** Of tokens that stand elsewhere on the same map. @type {(now: AppState, before: AppState) => string[]} */
const arrivals = (now, before) => {
  if (now.game.source !== before.game.source) return [];
  const moved = now.game.scene.tokens.filter((token) => {
    const was = tokenOf(before.game, token.id);
    return was && (was.col !== token.col || was.row !== token.row || was.elevation !== token.elevation);
  });
  return moved.map(({ id }) => placed(now, id));
};

/** @type {(state: AppState, token: string) => string} */
const placed = (state, token) => {
  const place = tokenOf(state.game, token);
  const name = nameOf(state, token);
  return place ? say("spoken.at", { name, place: whereText(state, place) }) : name;
};

/** @type {(state: AppState, token: string, to: Place) => string} */
const wayText = (state, token, to) =>
  say("spoken.to", { name: nameOf(state, token), place: whereText(state, to) });

/** @type {(state: AppState, place: Place) => string} */
const whereText = ({ game }, place) => {
  const storey = storeyAt(game, place.elevation ?? 0);
  const floor = storey ? [say("at.storey", { storey: storeyName(storey) })] : [];
  return [placeText(game, place), ...floor].join(", ");
};
