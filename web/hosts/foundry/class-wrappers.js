/**
 * This module's part in the client's own classes: each wraps what is there, a game system's own included.
 *
 * @import { createDrag } from "./drag.js"
 * @import { MoveGate } from "./move-gate.js"
 * @import { Movement, PathJob, Placeable, Planned, RulerWaypoint, TokenDocument, Waypoint } from "./surface.js"
 * @typedef {new (...args: any[]) => any} Class
 */

import { host } from "./host.js";
import { isPlaced } from "./ways.js";

/** @typedef {() => ReturnType<typeof createDrag> | undefined} DragNow  undefined: no rules are played */

/** @type {(Base: Class, drag: DragNow) => Class} */
export const withRulesRuler = (Base, drag) =>
  class extends Base {
    /** @param {{plannedMovement: Record<string, Planned>}} data */
    refresh(data) {
      drag()?.see(this.token, data.plannedMovement[host.game.user.id]);
      return super.refresh(data);
    }

    /** @type {(waypoint: RulerWaypoint, state: object) => unknown} */
    _getWaypointLabelContext(waypoint, state) {
      const context = super._getWaypointLabelContext(waypoint, state);
      return (context && drag()?.label(this.token, waypoint, context)) ?? context;
    }

    /** @param {RulerWaypoint} waypoint */
    _getWaypointStyle(waypoint) {
      const style = super._getWaypointStyle(waypoint);
      return drag()?.line(this.token, waypoint, style) ?? style;
    }

    /** @param {RulerWaypoint} waypoint */
    _getSegmentStyle(waypoint) {
      const style = super._getSegmentStyle(waypoint);
      return drag()?.line(this.token, waypoint, style) ?? style;
    }

    /** @type {(waypoint: RulerWaypoint, offset: {i: number, j: number}) => unknown} */
    _getGridHighlightStyle(waypoint, offset) {
      const style = super._getGridHighlightStyle(waypoint, offset);
      return drag()?.cell(this.token, waypoint, offset, style) ?? style;
    }
  };

/** @type {(Base: Class, drag: DragNow) => Class} */
export const withRulesPaths = (Base, drag) =>
  class extends Base {
    /** @type {(waypoints: readonly Waypoint[], options?: object) => PathJob} */
    findMovementPath(waypoints, options) {
      const job = super.findMovementPath(waypoints, options);
      return drag()?.route(placeableOf(this), waypoints, job) ?? job;
    }
  };

/** What extends the client's class is a token on the board. @type {(it: unknown) => Placeable} */
const placeableOf = (it) => /** @type {Placeable} */ (it);

/** @type {(Base: Class, moveGate: () => MoveGate | undefined) => Class} */
export const withRulesToken = (Base, moveGate) =>
  class extends Base {
    /** @type {(movement: Movement, operation: object) => Promise<boolean | void>} */
    async _preUpdateMovement(movement, operation) {
      const allowed = await super._preUpdateMovement(movement, operation);
      if (allowed === false) return false;
      return (await moveGate()?.passes(documentOf(this), movement, operation)) === false ? false : allowed;
    }

    /** @type {(changed: any, options: object, user: object) => Promise<boolean | void>} */
    async _preUpdate(changed, options, user) {
      const goes = isPlaced(changed);
      const allowed = await super._preUpdate(changed, options, user);
      if (goes && (allowed === false || !isPlaced(changed))) moveGate()?.unmade(documentOf(this));
      if (allowed === false) return false;
      return moveGate()?.record(documentOf(this), changed) === false ? false : allowed;
    }
  };

/** What extends the client's class is a token document. @type {(it: unknown) => TokenDocument} */
const documentOf = (it) => /** @type {TokenDocument} */ (it);
