/** Another module that extends the same class as ours, later. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("init", () => {
  client.double.asked = 0;
  const Base = client.CONFIG.Token.documentClass;
  client.CONFIG.Token.documentClass = class extends Base {
    /** @type {(movement: object, operation: object) => Promise<unknown>} */
    async _preUpdateMovement(movement, operation) {
      client.double.asked += 1;
      return super._preUpdateMovement(movement, operation);
    }
  };
});

export {};
