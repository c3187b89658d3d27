/** A game system that puts a modifier onto whoever runs by itself, where a setting of the world has it so. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("init", () => {
  client.game.settings.register("shadowrun5e", "TokenAutoRunning", {
    scope: "world",
    type: Boolean,
    default: true,
  });
});

export {};
