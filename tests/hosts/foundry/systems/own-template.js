/** A game system whose ruler has a template of its own, as pf2e's: with the distance alone. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("init", () => {
  const { Token } = client.CONFIG;
  Token.rulerClass = class SystemRuler extends Token.rulerClass {
    static WAYPOINT_LABEL_TEMPLATE = "systems/pf2e/templates/scene/token/ruler/waypoint-label.hbs";
  };
});

export {};
