/** Another module that replaces what the token document does before a move, and does not call what was there. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("init", () => {
  const Base = client.CONFIG.Token.documentClass;
  client.CONFIG.Token.documentClass = class extends Base {
    async _preUpdateMovement() {}
  };
});

export {};
