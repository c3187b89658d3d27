/** A game system with movement actions of its own, one of them by the name of a mode of the rules. */

/** @type {any} */
const client = globalThis;

client.ownSprint = { label: "Own sprint" };
client.Hooks.once("init", () => {
  Object.assign(client.CONFIG.Token.movement.actions, {
    sprint: client.ownSprint,
    glide: { label: "Glide" },
  });
});

export {};
