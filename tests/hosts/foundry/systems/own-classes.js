/** A game system with a token, a document and a ruler of its own, set in `init` as systems do. */

/** @type {any} */
const client = globalThis;

client.Hooks.once("init", () => {
  const { Token } = client.CONFIG;
  Token.rulerClass = class SystemRuler extends Token.rulerClass {
    /** @type {(waypoint: object, state: object) => any} */
    _getWaypointLabelContext(waypoint, state) {
      const context = super._getWaypointLabelContext(waypoint, state);
      return context && { ...context, cssClass: `${context.cssClass} of-system` };
    }
  };
  Token.documentClass = class SystemToken extends Token.documentClass {
    /** @type {(movement: {passed: {waypoints: {y: number}[]}}, operation: object) => Promise<unknown>} */
    async _preUpdateMovement(movement, operation) {
      // Nobody enters the uppermost row of this system's maps.
      if (movement.passed.waypoints.some(({ y }) => y === 0)) return false;
      return super._preUpdateMovement(movement, operation);
    }
  };
});

export {};
