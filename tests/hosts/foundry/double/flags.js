/** Flags of an actor, kept on the server as those of tokens are. */

import * as connection from "./connection.js";
import { expandObject, mergeObject } from "./data.js";
import { Hooks } from "./hooks.js";

/** @type {Map<string, any>} */
const actors = new Map();

export const withFlags = (actor) => {
  const change = async (changes) => {
    await connection.change("actors", actor.id, changes);
    receive({ id: actor.id, changes, client: game.user.id });
  };
  actors.set(actor.id, actor);
  actor.flags ??= {};
  return Object.assign(actor, {
    getFlag: (scope, key) => actor.flags[scope]?.[key],
    setFlag: (scope, key, value) => change({ flags: { [scope]: { [key]: value } } }),
    unsetFlag: (scope, key) => change({ flags: { [scope]: { [`-=${key}`]: null } } }),
    update: (changes) => change(expandObject(changes)),
  });
};

const receive = ({ id, changes, client }) => {
  const actor = actors.get(id);
  mergeObject(actor, changes);
  Hooks.callAll("updateActor", actor, changes, {}, client);
};

export const receiveActors = () => connection.on("actors", receive);
