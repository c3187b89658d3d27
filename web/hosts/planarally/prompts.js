/**
 * Prompts for yes or no: in a dialog of this page, or in that of a GM by a block of the room that all see.
 *
 * @typedef {{title: string, text: string, yes: string, no: string}} Question
 * @typedef {{[id: string]: {text: string, answer: boolean | null}}} Asked
 */

import { newId } from "../../core/new-id.js";
import { keepKeys } from "./keys.js";

/** So long a player waits for a GM. */
const PATIENCE = 60_000;

/** Ask whoever sits here. @type {(question: Question) => Promise<boolean>} */
export const askHere = ({ title, text, yes, no }) =>
  new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.className = "footwork-dialog";
    dialog.setAttribute("aria-label", title);
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
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });

/**
 * @param {object} ports
 * @param {() => boolean} ports.isGm
 * @param {() => Asked} ports.read
 * @param {(asked: Asked) => void} ports.write
 * @param {(text: string) => void} ports.tell
 */
export const createPrompts = ({ isGm, read, write, tell }) => {
  /** @type {Map<string, (answer: boolean) => void>} */
  const waiting = new Map();
  /** Questions that are in a dialog here. @type {Set<string>} */
  const open = new Set();

  /** @type {(id: string, question: Asked[string]) => Promise<void>} */
  const answer = async (id, { text }) => {
    open.add(id);
    const isYes = await askHere({ title: "Allow this move?", text, yes: "Allow", no: "Refuse" });
    open.delete(id);
    const asked = read();
    // Somebody else may have answered meanwhile, or nobody waits any more.
    if (asked[id]?.answer === null) write({ ...asked, [id]: { text, answer: isYes } });
  };

  return {
    /** The block has changed. */
    look: () => {
      for (const [id, question] of Object.entries(read())) {
        if (question.answer !== null) waiting.get(id)?.(question.answer);
        else if (isGm() && !waiting.has(id) && !open.has(id)) answer(id, question);
      }
    },
    /** @type {(text: string) => Promise<boolean>} */
    askGm: async (text) => {
      if (isGm()) return askHere({ title: "Allow this move?", text, yes: "Allow", no: "Refuse" });
      const id = newId();
      /** @type {Promise<boolean>} */
      const answered = new Promise((resolve) => {
        waiting.set(id, resolve);
        setTimeout(() => resolve(false), PATIENCE);
      });
      write({ ...read(), [id]: { text, answer: null } });
      tell("The GM is asked.");
      const isYes = await answered;
      waiting.delete(id);
      const { [id]: _, ...others } = read();
      write(others);
      return isYes;
    },
  };
};
