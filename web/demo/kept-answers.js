/**
 * Answers of the core, kept for whoever asks next: the newest, and those alone that are of the game as it stands.
 *
 * @import { Game } from "./game.js"
 */

import { judgedAlike } from "./game.js";

/**
 * @template Answer
 * @param {number} most  how many are kept
 */
export const createKeptAnswers = (most) => {
  /** @type {Map<string, {game: Game, answer: Answer}>} By what was asked, the last one at the end. */
  const kept = new Map();
  return {
    /** What was answered, or will be, as things are. @type {(asked: string, game: Game) => Answer | null} */
    find: (asked, game) => {
      const known = kept.get(asked);
      return known && judgedAlike(known.game, game) ? known.answer : null;
    },
    /** @type {(asked: string, game: Game, answer: Answer) => Answer} */
    keep: (asked, game, answer) => {
      kept.delete(asked);
      kept.set(asked, { game, answer });
      for (const [other, { game: then }] of kept)
        if (kept.size > most || !judgedAlike(then, game)) kept.delete(other);
      return answer;
    },
  };
};
