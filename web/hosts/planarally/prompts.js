/**
 * Prompts for yes or no: in a dialog of this page, or in that of a GM by a block of the room that all see.
 *
 * @import { Fact, Told, Way } from "./gm-questions.js"
 * @import { GlobalId } from "./surface.js"
 *
 * @typedef {{title: string, text: string, yes: string, no: string}} Question
 * @typedef {{[id: string]: Fact & {answer: boolean | null, until: number}}} Asked  until: milliseconds since 1970
 */

import { newId } from "../../core/new-id.js";
import { keepKeys } from "./keys.js";
import { language, say } from "./language.js";

/** How long a player waits for a GM. */
const ANSWER_MILLIS = 60_000;
/** How many questions a GM has before them at once; the others wait. */
const MOST_OPEN = 3;

/**
 * Ask whoever sits here.
 *
 * @param {Question} question
 * @param {AbortSignal} [withdrawn]  by which it may be withdrawn
 * @param {boolean} [isBeside]  whether it lies beside the map and keeps nobody from anything
 * @returns {Promise<boolean | null>}  null: it was withdrawn
 */
export const askHere = ({ title, text, yes, no }, withdrawn, isBeside = false) =>
  new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.className = "footwork-dialog";
    dialog.setAttribute("aria-label", title);
    dialog.lang = language;
    keepKeys(dialog);
    const heading = document.createElement("h1");
    heading.textContent = title;
    const said = document.createElement("p");
    said.textContent = text;
    const form = document.createElement("form");
    form.method = "dialog";
    for (const [value, label] of [
      ["no", no],
      ["yes", yes],
    ]) {
      const button = document.createElement("button");
      button.value = value ?? "";
      button.textContent = label ?? "";
      form.append(button);
    }
    dialog.append(heading, said, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(withdrawn?.aborted ? null : dialog.returnValue === "yes");
    });
    withdrawn?.addEventListener("abort", () => dialog.close());
    document.body.append(dialog);
    if (isBeside) showBeside(dialog);
    else dialog.showModal();
  });

/** @type {(text: string) => Question} */
const allowing = (text) => ({ title: say("allow.title"), text, yes: say("allow"), no: say("refuse") });

/** Without the keyboard, which is for what somebody does just now. @param {HTMLDialogElement} dialog */
const showBeside = (dialog) => {
  const before = document.activeElement;
  dialog.show();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (before instanceof HTMLElement) before.focus();
};

/**
 * @param {object} ports
 * @param {AbortSignal} ports.ending  the room is left
 * @param {() => boolean} ports.isGm
 * @param {() => number} ports.location  that is open here
 * @param {() => Asked} ports.read
 * @param {(asked: Asked) => void} ports.write
 * @param {(token: GlobalId) => boolean} ports.isHere  whether a token is seen in that
 * @param {(text: string) => void} ports.tell
 * @param {(fact: Fact) => Promise<Told | null>} ports.toldOf  a question as the GM reads it here; null: there is none
 * @param {() => void} ports.changed  other questions wait for an answer here
 */
export const createPrompts = ({ ending, isGm, location, isHere, read, write, tell, toldOf, changed }) => {
  /** Questions from here. @type {Map<string, {question: Asked[string], resolve: (answer: boolean) => void}>} */
  const waiting = new Map();
  /** Questions that are in a dialog here, and whether they are about the location that is open. @type {Map<string, {way: Way | null, withdrawn: AbortController, isLocal: boolean}>} */
  const open = new Map();
  /** Questions to whoever moves a token here, which it is, and the location that it is in. @type {Map<AbortController, {token: GlobalId, where: number}>} */
  const toMovers = new Map();
  /** Questions that nobody waited for any more when this page was loaded. @type {Set<string> | null} */
  let stale = null;

  /** @param {Asked[string]} question */
  const isOfHere = (question) => question.location === location();

  /** @type {(id: string, question: Asked[string]) => Promise<void>} */
  const answer = async (id, question) => {
    const withdrawn = new AbortController();
    const isLocal = isOfHere(question);
    open.set(id, { way: null, withdrawn, isLocal });
    const timer = setTimeout(() => withdrawn.abort(), ANSWER_MILLIS);
    ending.addEventListener("abort", () => withdrawn.abort(), { signal: withdrawn.signal });
    const told = withdrawn.signal.aborted ? null : await toldOf(question);
    if (told) open.set(id, { way: told.way, withdrawn, isLocal });
    changed();
    const isPut = told && !withdrawn.signal.aborted;
    const isYes = isPut ? await askHere(allowing(told.text), withdrawn.signal, true) : null;
    clearTimeout(timer);
    open.delete(id);
    changed();
    const asked = read();
    // Of another location it reads otherwise.
    if (isYes === null && asked[id] && isOfHere(question) === isLocal) stale?.add(id);
    // Somebody else may have answered meanwhile, or nobody waits any more.
    if (isYes !== null && asked[id]?.answer === null)
      write({ ...asked, [id]: { ...question, answer: isYes } });
    put(read());
  };

  /** Put questions to a GM who sits here. @param {Asked} asked */
  const put = (asked) => {
    if (ending.aborted || !isGm()) return;
    for (const [id, question] of Object.entries(asked)) {
      if (open.size >= MOST_OPEN) return;
      const isNew = !waiting.has(id) && !open.has(id) && !stale?.has(id);
      if (isNew && question.answer === null) answer(id, question);
    }
  };

  // Who reloads the page waits for no answer any more.
  const withdraw = () => {
    const others = Object.entries(read()).filter(([id]) => !waiting.has(id));
    if (waiting.size === 0) return;
    waiting.clear();
    write(Object.fromEntries(others));
  };
  window.addEventListener("pagehide", withdraw, { signal: ending });

  return {
    /** What waits for an answer here, on the map. */
    open: () => [...open.values()].flatMap(({ way }) => way ?? []),
    /** The block has changed. */
    look: () => {
      const asked = read();
      // Elsewhere nobody moves what was asked about.
      for (const { question, resolve } of waiting.values()) if (!isOfHere(question)) resolve(false);
      for (const [withdrawn, { where }] of toMovers) if (where !== location()) withdrawn.abort();
      stale ??= new Set(Object.keys(asked).filter((id) => !((asked[id]?.until ?? 0) > Date.now())));
      for (const [id, { withdrawn, isLocal }] of open) {
        const question = asked[id];
        if (question?.answer !== null || isOfHere(question) !== isLocal) withdrawn.abort();
      }
      for (const [id, question] of Object.entries(asked))
        if (question.answer !== null) waiting.get(id)?.resolve(question.answer);
      put(asked);
      // Somebody else has asked something at the same time, and has overwritten it.
      const lost = [...waiting].flatMap(([id, { question }]) => (asked[id] ? [] : [[id, question]]));
      if (lost.length > 0) write({ ...asked, ...Object.fromEntries(lost) });
    },
    /** Tokens may be gone, or others seen in their place. */
    lookForTokens: () => {
      for (const [withdrawn, { token }] of toMovers) if (!isHere(token)) withdrawn.abort();
    },
    /** Ask whoever moves a token, as long as it is seen in the location that is open here. @type {(token: GlobalId, question: Question) => Promise<boolean>} */
    askMover: async (token, question) => {
      const withdrawn = new AbortController();
      toMovers.set(withdrawn, { token, where: location() });
      const isYes = await askHere(question, withdrawn.signal);
      toMovers.delete(withdrawn);
      return isYes === true;
    },
    /** @type {(fact: Fact) => Promise<boolean>} */
    askGm: async (fact) => {
      if (isGm()) return (await askHere(allowing(fact.text))) === true;
      const id = newId();
      const question = { ...fact, answer: null, until: Date.now() + ANSWER_MILLIS };
      /** @type {Promise<boolean>} */
      const answered = new Promise((resolve) => {
        waiting.set(id, { question, resolve });
        setTimeout(() => resolve(false), ANSWER_MILLIS);
      });
      write({ ...read(), [id]: question });
      tell(say("asked"));
      const isYes = await answered;
      waiting.delete(id);
      const { [id]: _, ...others } = read();
      write(others);
      return isYes;
    },
  };
};
