/**
 * Which scenes the worker knows already, so that they need not be sent again.
 *
 * A reply about a scene carries its `scene_ref`; later questions about the same scene then carry only that.
 * A scene is a value: whoever changes the map makes a new scene object, and never changes one that was sent.
 */

/** @import { Scene } from "./protocol.js" */

// Enough for a few maps and their latest changes; forgetting one costs sending it again.
const REMEMBERED = 16;

export class SceneRefs {
  /** @type {WeakMap<Scene, string>} The text of scenes seen, for those asked about by the same object. */
  #texts = new WeakMap();
  /** @type {Map<string, string>} From text to ref, the least recently learnt first. */
  #refs = new Map();

  /**
   * A scene as JSON text.
   *
   * @param {Scene} scene
   */
  textOf(scene) {
    let text = this.#texts.get(scene);
    if (text === undefined) {
      text = JSON.stringify(scene);
      this.#texts.set(scene, text);
    }
    return text;
  }

  /**
   * The ref by which the worker knows a scene, if it does.
   *
   * @param {Scene} scene
   */
  refOf(scene) {
    return this.#refs.get(this.textOf(scene));
  }

  /**
   * Remember the ref of a scene.
   *
   * @param {Scene} scene
   * @param {string} ref
   */
  learn(scene, ref) {
    const text = this.textOf(scene);
    this.#refs.delete(text);
    this.#refs.set(text, ref);
    for (const oldest of this.#refs.keys()) {
      if (this.#refs.size <= REMEMBERED) break;
      this.#refs.delete(oldest);
    }
  }

  /**
   * Forget a scene that the worker does not know any more.
   *
   * @param {Scene} scene
   */
  forget(scene) {
    this.#refs.delete(this.textOf(scene));
  }

  /** Forget all refs: a new worker knows none. */
  clear() {
    this.#refs.clear();
  }
}
