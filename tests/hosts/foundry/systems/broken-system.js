/** A module that brings a game system along whose file is no Python. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("footwork.register", (/** @type {any} */ api) => {
  api.registerSystem({
    id: "broken",
    title: "Broken",
    unit: "ft",
    modes: ["ground"],
    url: "/systems/broken-system.js",
  });
});
