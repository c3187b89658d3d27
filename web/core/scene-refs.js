/**
 * Which scenes the worker knows already, so that they need not be sent again.
 *
 * A reply about a scene carries its `scene_ref`; later questions about the same scene then carry only that.
 * A scene is a value: whoever changes the map makes a new scene object, and never changes one that was sent.
 */

/** @import { Scene } from "./protocol.js" */
/** @typedef {"player" | "referee"} View */

// Enough for a few maps and their latest changes; forgetting one costs sending it again.
const REMEMBERED = 16;

export class SceneRefs {
  /** @type {WeakMap<Scene, string>} The text of scenes seen, for those asked about by the same object. */
  #texts = new WeakMap();
  /** @type {{[view in View]: Map<string, string>}} From text to ref, the least recently learnt first. */
  #refs = { player: new Map(), referee: new Map() };

  /** A scene as JSON text. @param {Scene} scene */
  textOf(scene) {
    let text = this.#texts.get(scene);
    if (text === undefined) {
      text = JSON.stringify(scene);
      this.#texts.set(scene, text);
    }
    return text;
  }

  /**
   * The ref by which the worker knows a scene in a view, if it does: what is hidden from players has no part in theirs.
   *
   * @param {Scene} scene
   * @param {View} [view]
   */
  refOf(scene, view = "player") {
    return this.#refs[view].get(this.textOf(scene));
  }

  /**
   * Remember the ref of a scene.
   *
   * @param {Scene} scene
   * @param {string} ref
   * @param {View} [view]
   */
  learn(scene, ref, view = "player") {
    const [text, refs] = [this.textOf(scene), this.#refs[view]];
    refs.delete(text);
    refs.set(text, ref);
    for (const oldest of refs.keys()) {
      if (refs.size <= REMEMBERED) break;
      refs.delete(oldest);
    }
  }

  /**
   * Forget a scene that the worker does not know any more.
   *
   * @param {Scene} scene
   * @param {View} [view]
   */
  forget(scene, view = "player") {
    this.#refs[view].delete(this.textOf(scene));
  }

  /** Forget all refs: a new worker knows none. */
  clear() {
    for (const refs of Object.values(this.#refs)) refs.clear();
  }
}
