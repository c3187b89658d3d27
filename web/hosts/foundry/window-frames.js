/**
 * Frames for windows: the client's own (`ApplicationV2`), filled by templates.
 *
 * @import { Application } from "./surface.js"
 * @typedef {object} WindowPlan
 * @property {string} id  unique in the page, and one window of it
 * @property {() => string} title
 * @property {string} icon
 * @property {number} width
 * @property {() => unknown} template  what is in it, as it is now
 * @property {() => void} [opened]  each time it is shown
 * @property {() => void} [closed]
 */

import { render } from "lit";
import { host, ID } from "./host.js";

/**
 * The class of a window.
 *
 * @param {WindowPlan} plan
 * @returns {new () => Application}
 */
const windowClass = ({ id, title, icon, width, template, opened, closed }) =>
  class extends host.foundry.applications.api.ApplicationV2 {
    static DEFAULT_OPTIONS = {
      id: `${ID}-${id}`,
      classes: ["footwork-window"],
      window: { icon, resizable: true },
      position: { width: Math.min(width, innerWidth - MARGIN), height: "auto" },
    };

    get title() {
      return title();
    }

    /** @type {(context: object, options: object) => Promise<unknown>} */
    async _renderHTML(_context, options) {
      if (/** @type {{isFirstRender?: boolean}} */ (options).isFirstRender) opened?.();
      return template();
    }

    /** @type {(result: unknown, content: HTMLElement) => void} */
    _replaceHTML(result, content) {
      render(result, content);
    }

    /** @param {object} options */
    _onClose(options) {
      super._onClose(options);
      closed?.();
    }
  };

const MARGIN = 16;

/**
 * One window that is shown, drawn anew and put away; made at its first use, for there is no client before.
 *
 * @param {WindowPlan} plan
 */
export const createWindow = (plan) => {
  /** @type {Application | null} */
  let made = null;
  const own = () => {
    made ??= new (windowClass(plan))();
    return made;
  };
  return {
    plan,
    show: () => own().render({ force: true }),
    hide: () => made?.close(),
    get isShown() {
      return made?.rendered ?? false;
    },
    /** Draw it anew, if it is shown. */
    refresh: () => {
      if (made?.rendered) made.render();
    },
  };
};
