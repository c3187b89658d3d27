/** Another module that puts its own around a method of the class that is there, as libWrapper does, once all is ready. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("ready", () => {
  client.double.asked = 0;
  const { prototype } = client.CONFIG.Token.documentClass;
  const wrapped = prototype._preUpdateMovement;
  /** @type {(this: object, ...args: unknown[]) => unknown} */
  prototype._preUpdateMovement = function (...args) {
    client.double.asked += 1;
    return wrapped.apply(this, args);
  };
});

export {};
