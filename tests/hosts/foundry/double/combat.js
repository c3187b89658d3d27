/** Combats: who is in them, in which order, and whose turn it is. */

import * as connection from "./connection.js";
import { Fields, getProperty, mergeObject, randomID } from "./data.js";
import { Roll } from "./dice.js";
import { ChatMessage, DialogV2 } from "./game.js";
import { Hooks } from "./hooks.js";
import { make } from "./windows.js";

export class Combatant extends Fields {
  constructor(data, combat) {
    super();
    Object.assign(this, { initiative: null, ...data });
    this.combat = combat;
  }

  get token() {
    const scene = this.sceneId ? game.scenes.get(this.sceneId) : game.scenes.current;
    return scene?.tokens.get(this.tokenId) ?? null;
  }

  get isOwner() {
    return this.token?.isOwner ?? game.user.isGM;
  }

  get isDefeated() {
    return (
      this.defeated === true || this.token?.hasStatusEffect(CONFIG.specialStatusEffects.DEFEATED) === true
    );
  }
}

export class Combat extends Fields {
  constructor(data) {
    super();
    Object.assign(this, data);
    this.combatants = data.combatants.map((one) => new Combatant(one, this));
  }

  /** What was done with combatants before. @type {Promise<unknown>} */
  #done = Promise.resolve();

  static async create() {
    const created = { id: randomID(), round: 0, turn: null, combatants: [] };
    await connection.change("combats", created.id, { created });
    return Combat.receiveCreated(created);
  }

  static receiveCreated(source) {
    const combat = new CONFIG.Combat.documentClass(source);
    game.combats.set(combat.id, combat);
    Hooks.callAll("createCombat", combat, {}, "");
    return combat;
  }

  getFlag(scope, key) {
    return getProperty(this.flags ?? {}, `${scope}.${key}`);
  }

  /** Change fields, as game systems do beside rounds and turns. */
  update(change) {
    return this.#go(change);
  }

  // Combatants

  createCombatant(data) {
    return this.#keep((all) => [...all, data]);
  }

  createEmbeddedDocuments(_type, list) {
    return this.#keep((all) => [...all, ...list.map((one) => ({ id: randomID(), tokenId: null, ...one }))]);
  }

  deleteCombatant(id) {
    return this.deleteEmbeddedDocuments("Combatant", [id]);
  }

  deleteEmbeddedDocuments(_type, ids) {
    return this.#keep((all) => all.filter(({ id }) => !ids.includes(id)));
  }

  /** Have tokens come in, or leave when all of them are in. */
  toggle(tokens) {
    return this.#keep((all) => {
      const kept = all.filter(({ tokenId }) => !tokens.some(({ id }) => id === tokenId));
      if (kept.length + tokens.length === all.length) return kept;
      const added = tokens.filter(({ id }) => !all.some(({ tokenId }) => tokenId === id));
      return [...all, ...added.map(({ id }) => ({ id: randomID(), tokenId: id }))];
    });
  }

  setInitiative(id, initiative) {
    return this.#setInitiatives(new Map([[id, initiative]]));
  }

  #setInitiatives(values) {
    const changed = (one) => (values.has(one.id) ? { ...one, initiative: values.get(one.id) } : one);
    return this.#keep((all) => all.map(changed));
  }

  async rollInitiative(ids) {
    const values = new Map();
    for (const { id, token } of this.combatants.filter((one) => ids.includes(one.id))) {
      const roll = await new Roll(CONFIG.Combat.initiative.formula).evaluate();
      values.set(id, roll.total);
      const flavor = make("span", { textContent: `${token?.name} rolls for Initiative!` }).innerHTML;
      await roll.toMessage({ speaker: ChatMessage.getSpeaker({ token }), flavor });
    }
    return this.#setInitiatives(values);
  }

  rollAll() {
    return this.rollInitiative(
      this.combatants.filter(({ initiative }) => initiative === null).map(({ id }) => id),
    );
  }

  #sources() {
    return this.combatants.map(({ combat: _, ...source }) => ({ ...source }));
  }

  /** Other combatants, or in another order, once what was done before is known. */
  #keep(changed) {
    const kept = this.#done.then(() => this.#send(changed(this.#sources())));
    this.#done = kept.catch(() => {});
    return kept;
  }

  /** The turn stays with the one whose it is. */
  async #send(combatants) {
    const change = { combatants, turn: this.turn };
    if (this.combatant && !game.variants.has("index stays")) {
      const at = this.#inOrder(combatants.map((one) => new Combatant(one, this))).findIndex(
        ({ id }) => id === this.combatant.id,
      );
      change.turn = at >= 0 ? at : this.turn % Math.max(combatants.length, 1);
    }
    await connection.change("combats", this.id, change);
    this.receive(change, game.user.id);
  }

  #receiveCombatants({ combatants, turn = this.turn }, user) {
    const { combatants: before, turn: turnBefore } = this;
    const prior = this.#now();
    this.combatants = combatants.map((one) => new Combatant(one, this));
    this.turn = turn;
    const same = (list, { id }) => list.find((one) => one.id === id);
    for (const one of this.combatants) {
      const { initiative } = one;
      if (!same(before, one)) Hooks.callAll("createCombatant", one, {}, user);
      else if (same(before, one).initiative !== initiative)
        Hooks.callAll("updateCombatant", one, { initiative }, {}, user);
    }
    for (const one of before)
      if (!same(this.combatants, one)) Hooks.callAll("deleteCombatant", one, {}, user);
    if (turn !== turnBefore) Hooks.callAll("updateCombat", this, { turn }, {}, user);
    if (this.#now().combatantId !== prior.combatantId && this.started) this.#turnChanged(prior);
  }

  // Turns

  get started() {
    return this.round > 0;
  }

  get turns() {
    return this.#inOrder(this.combatants);
  }

  #inOrder(combatants) {
    return [...combatants].sort((one, other) => this._sortCombatants(one, other));
  }

  /** The highest initiative first; who has none comes last. */
  _sortCombatants(one, other) {
    return (other.initiative ?? -Infinity) - (one.initiative ?? -Infinity) || 0;
  }

  /** Whose turn begins has its movements forgotten. */
  async _clearMovementHistoryOnStartTurn(combatant, _context) {
    await combatant.token?.clearMovementHistory();
  }

  get combatant() {
    return this.turn === null ? null : (this.turns[this.turn] ?? null);
  }

  #now() {
    return {
      round: this.round,
      turn: this.turn,
      combatantId: this.combatant?.id ?? null,
      tokenId: this.combatant?.tokenId ?? null,
    };
  }

  async startCombat() {
    const updateData = { round: 1, turn: 0 };
    Hooks.callAll("combatStart", this, updateData);
    await this.#go(updateData);
  }

  async nextTurn() {
    if (this.turn + 1 >= this.combatants.length) return this.nextRound();
    const updateData = { round: this.round, turn: this.turn + 1 };
    Hooks.callAll("combatTurn", this, updateData, {});
    await this.#go(updateData);
  }

  /** The last turn of the round before comes before the first one. */
  async previousTurn() {
    const isFirst = this.turn === 0;
    if (isFirst && this.round === 1) return;
    const turn = (isFirst ? this.combatants.length : this.turn) - 1;
    const updateData = { round: this.round - (isFirst ? 1 : 0), turn };
    Hooks.callAll(isFirst ? "combatRound" : "combatTurn", this, updateData, { direction: -1 });
    await this.#go(updateData);
  }

  async nextRound() {
    const updateData = { round: this.round + 1, turn: 0 };
    Hooks.callAll("combatRound", this, updateData, {});
    await this.#go(updateData);
  }

  async previousRound() {
    const updateData = { round: this.round - 1, turn: 0 };
    Hooks.callAll("combatRound", this, updateData, {});
    await this.#go(updateData);
  }

  /** Ask, and delete the combat. */
  async endCombat() {
    const window = { title: "End Combat?" };
    const content = "<p>The encounter ends, and its turn tracker is emptied.</p>";
    if (await DialogV2.confirm({ window, content })) await this.delete();
  }

  async delete() {
    await connection.change("combats", this.id, { deleted: true });
    this.receive({ deleted: true }, game.user.id);
  }

  async #go(change) {
    await connection.change("combats", this.id, change);
    this.receive(change, game.user.id);
  }

  /** A change by some user, as all clients learn of it. */
  receive(change, user) {
    if (change.combatants) return this.#receiveCombatants(change, user);
    if (change.deleted) {
      game.combats.delete(this.id);
      return Hooks.callAll("deleteCombat", this, {}, user);
    }
    const prior = this.#now();
    mergeObject(this, change);
    Hooks.callAll("updateCombat", this, change, {}, user);
    return "round" in change || "turn" in change ? this.#turnChanged(prior) : undefined;
  }

  #turnChanged(prior) {
    const isOnward = this.round > prior.round || (this.round === prior.round && this.turn > prior.turn);
    if (isOnward && this.combatant) this._clearMovementHistoryOnStartTurn(this.combatant, prior);
    return Hooks.callAll("combatTurnChange", this, prior, this.#now());
  }
}

/** Have tokens come into the combat or leave it; the first ones make a GM's client create one. */
export const toggleCombat = async (tokens) => {
  if (!game.combat && !game.user.isGM) return ui.notifications.warn("There is no combat to join.");
  const combat = game.combat ?? (await Combat.create());
  return combat.toggle(tokens.map(({ document }) => document));
};
