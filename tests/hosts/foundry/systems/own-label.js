/**
 * A game system whose ruler makes its labels without asking the client's, for what was gone before, too, and colours the way
 * by speeds of its own, as dnd5e's; the template stays the client's.
 */

/** @type {any} */
const client = globalThis;
const SPEEDY = 0xff0000;

client.Hooks.once("init", () => {
  const { Token } = client.CONFIG;
  Token.rulerClass = class SystemRuler extends Token.rulerClass {
    /** @type {(waypoint: any, state: any) => any} */
    _getWaypointLabelContext(
      { index, previous, next, explicit, measurement, cost, center, elevation },
      state,
    ) {
      state.isRaised ||= elevation !== 0;
      if (!previous || (next && !explicit)) return undefined;
      const { units } = client.canvas.scene.grid;
      const length = measurement.distance - previous.measurement.distance;
      const told = (/** @type {number} */ total, /** @type {number} */ delta) => ({
        total: total.toLocaleString("en"),
        ...(index >= 2 ? { delta: `+${delta}` } : {}),
      });
      return {
        ...{ action: {}, cssClass: next ? "" : "last", secret: false, units, uiScale: 1 },
        position: { x: center.x, y: center.y + (next ? 16 : 41) },
        distance: told(measurement.distance, length),
        cost: { ...told(measurement.cost, cost), units },
        elevation: { total: elevation, icon: "", hidden: !state.isRaised },
      };
    }

    /** @type {(waypoint: object) => any} */
    _getSegmentStyle(waypoint) {
      return { ...super._getSegmentStyle(waypoint), color: SPEEDY };
    }
  };
});

export {};
