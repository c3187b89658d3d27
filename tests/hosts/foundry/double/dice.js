/** Dice as the client throws and shows them: terms of a formula, thrown by a source of chance that a page may replace. */

import { ChatMessage } from "./game.js";

/** A die that shows its highest face is thrown again, its further throws behind all others. */
const thrown = (count, faces, explodes) => {
  const results = [];
  const throwOne = () => {
    const result = 1 + Math.floor(Math.random() * faces);
    results.push({ result, active: true, ...(explodes && result === faces ? { exploded: true } : {}) });
  };
  for (let index = 0; index < count; index += 1) throwOne();
  for (let index = 0; explodes && index < results.length; index += 1)
    if (results[index].result === faces) throwOne();
  return results;
};

const TERM = /^(\d*)d(\d+)(?:x(\d+))?$/;

export class Roll {
  constructor(formula) {
    this.formula = formula;
    this.dice = [];
    this._evaluated = false;
    // A pool of groups in braces, or terms with a plus between them.
    this._parts = formula
      .replace(/^\{(.*)\}$/, "$1")
      .split(/[,+]/)
      .map((part) => part.trim());
    for (const part of this._parts)
      if (!TERM.test(part)) throw new Error(`Unresolved term "${part}" in "${formula}"`);
  }

  async evaluate() {
    if (this._evaluated) throw new Error("This Roll has already been evaluated");
    this._evaluated = true;
    this.dice = this._parts.map((part) => {
      const [, count, faces, again] = TERM.exec(part);
      const results = thrown(Number(count || 1), Number(faces), again !== undefined);
      return { number: Number(count || 1), faces: Number(faces), results };
    });
    return this;
  }

  get total() {
    return this.dice.flatMap(({ results }) => results).reduce((sum, { result }) => sum + result, 0);
  }

  /** Shows the dice to those who may see them; v14 names that otherwise than v13. */
  async toMessage(data, options = {}) {
    const mode = game.release.generation >= 14 ? options.messageMode : options.rollMode;
    const isSecret = mode === "gm" || mode === "gmroll";
    const whisper = isSecret ? ChatMessage.getWhisperRecipients("GM").map(({ id }) => id) : [];
    const faces = this.dice.map(({ results }) => results.map(({ result }) => result).join(" ")).join(" | ");
    const { formula, total } = this;
    return ChatMessage.create({
      ...data,
      whisper,
      content: `<p class="dice-roll">${data.flavor ?? ""} <b>${formula}</b> ${faces}</p>`,
      rolls: [{ formula, total, dice: this.dice }],
    });
  }
}
