/** Actors, with the active effects that lie on them. */

import * as connection from "./connection.js";
import { Fields, randomID } from "./data.js";
import { Hooks } from "./hooks.js";

/** What v13 and v14 know of a duration: anything else is refused, as their data models would drop it. */
const DURATIONS = {
  13: new Set(["combat", "rounds", "turns", "seconds", "startRound", "startTurn", "startTime"]),
  14: new Set(["value", "units", "expiry", "expired"]),
};

export class Actor extends Fields {
  constructor({ effects = [], ...data }) {
    super();
    Object.assign(this, data);
    this.effects = effects;
    connection.on("effects", ({ id, changes }) => {
      if (id === this.id) this.#receive(changes.effects);
    });
  }

  #receive(effects) {
    const before = this.effects;
    this.effects = effects;
    const has = (list, { id }) => list.some((one) => one.id === id);
    for (const one of effects) if (!has(before, one)) Hooks.callAll("createActiveEffect", one, {}, "");
    for (const one of before) if (!has(effects, one)) Hooks.callAll("deleteActiveEffect", one, {}, "");
  }

  async #change(effects) {
    await connection.change("effects", this.id, { effects });
    this.#receive(effects);
  }

  async createEmbeddedDocuments(type, data) {
    if (type !== "ActiveEffect") throw new Error(`An actor of the double has no ${type}`);
    for (const { duration = {} } of data)
      for (const key of Object.keys(duration))
        if (!DURATIONS[game.release.generation].has(key)) throw new Error(`A duration has no ${key}`);
    await this.#change([...this.effects, ...data.map((one) => ({ id: randomID(), ...one }))]);
  }

  async deleteEmbeddedDocuments(type, ids) {
    if (type !== "ActiveEffect") throw new Error(`An actor of the double has no ${type}`);
    await this.#change(this.effects.filter(({ id }) => !ids.includes(id)));
  }
}
