/**
 * Games that the server of this page adds to ours: `make demo GAME=mine/stride.py`.
 *
 * @import { ForeignSystem } from "../core/messages.js"
 */

/** Those that the page names, each by its file. @type {(page?: Document) => ForeignSystem[]} */
export const addedGames = (page = document) =>
  [...page.querySelectorAll("meta[name=footwork-game]")].map((meta) => {
    const { href } = new URL(meta.getAttribute("content") ?? "", page.baseURI);
    return { id: href.slice(href.lastIndexOf("/") + 1).replace(/\.py$/, ""), url: href };
  });
