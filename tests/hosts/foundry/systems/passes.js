/**
 * What `shadowrun5e` does of its own: who walks farther runs and sprints, written into the waypoints while a move is
 * planned; passes, before each of which the order is filled up with combatants of nobody; movements that are remembered
 * for a whole Combat Turn; the key O.
 */

/** @type {any} */
const client = globalThis;
/** Not those of the rules. */
const [WALKS, RUNS] = [8, 12];

client.Hooks.once("init", () => {
  const { CONFIG } = client;
  for (const label of ["run", "sprint"]) CONFIG.Token.movement.actions[label] = { label, measure: true };

  client.double.overwatch = 0;
  client.game.keybindings.register("shadowrun5e", "overwatch", {
    editable: [{ key: "KeyO" }],
    onDown: () => {
      client.double.overwatch += 1;
      return true;
    },
  });

  CONFIG.Token.documentClass = class extends CONFIG.Token.documentClass {
    #isMoving = false;

    /** @type {(changed: object, options: object, user: object) => Promise<void>} */
    async _preUpdate(changed, options, user) {
      this.#isMoving = true;
      await super._preUpdate(changed, options, user);
      this.#isMoving = false;
    }

    /** @type {(waypoints: {action: string}[], options?: object) => any} */
    measureMovementPath(waypoints, options = {}) {
      const measured = super.measureMovementPath(waypoints, options);
      const isWalking = (this._source.movementAction ?? "walk") === "walk" && !this.#isMoving;
      for (const [at, waypoint] of isWalking ? waypoints.entries() : []) {
        const { cost } = measured.waypoints[at];
        const farther = cost > RUNS ? "sprint" : "run";
        waypoint.action = cost > WALKS ? farther : "walk";
      }
      return measured;
    }
  };

  CONFIG.Combat.documentClass = class extends CONFIG.Combat.documentClass {
    async _clearMovementHistoryOnStartTurn() {}

    /** @type {(one: any, other: any) => number} */
    _sortCombatants(one, other) {
      const [first, second] = [one, other].map(({ system }) => system?.pad === true);
      return first === second ? super._sortCombatants(one, other) : Number(second) - Number(first);
    }

    async nextPass() {
      const all = this.combatants.filter((/** @type {any} */ { system }) => !system?.pad);
      await this.createEmbeddedDocuments(
        "Combatant",
        all.map(() => ({ system: { pad: true } })),
      );
      await this.update({ system: { pass: this.system.pass + 1 } });
      for (const { id, initiative } of all) await this.setInitiative(id, Math.max(0, initiative - 10));
      const turn = this.turns.findIndex(
        (/** @type {any} */ { tokenId, initiative }) => tokenId && initiative > 0,
      );
      await this.update({ turn });
    }

    async nextRound() {
      const pads = this.combatants.filter((/** @type {any} */ { system }) => system?.pad);
      await this.deleteEmbeddedDocuments(
        "Combatant",
        pads.map((/** @type {any} */ { id }) => id),
      );
      await this.update({ turn: null, round: this.round + 1, system: { pass: 1 } });
      for (const { token } of this.combatants) await token.clearMovementHistory();
    }
  };
});

export {};
