/**
 * The token that this user has selected and may move: where it can go, and what is left of its moves. It is drawn until the token is
 * selected no more or is dragged, and asked for only when something has changed that the answer hangs on.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { DestinationMap } from "../../core/destination-map.js"
 * @import { Layer, StateValue } from "../../core/protocol.js"
 * @import { Mover } from "../host.js"
 * @import { Map, Size } from "./scene.js"
 *
 * @typedef {object} Selected
 * @property {Item} item
 * @property {Map} map
 * @property {Size} size
 * @property {string} question
 * @property {DestinationMap | null} reach
 * @property {StateValue | null} state
 * @property {Promise<void>} answered
 *
 * @typedef {object} SelectionPorts
 * @property {Pick<ReturnType<typeof import("./host-state.js").createHostState>, "item" | "mayMove" | "rules" | "selection">} hostState
 * @property {(item: Item) => {mover: Mover, map: Map} | null} moverOf  without a word about what the rules do not judge
 * @property {(question: import("../../core/rules-client.js").Request, slot: string) => Promise<any>} ask
 * @property {(question: import("../../core/protocol.js").DestinationsRequest, slot: string) => Promise<any>} askWhere  if it was not answered already
 * @property {() => boolean} isHeld  whether a token is being dragged
 * @property {(one: Selected, headline: string) => void} show
 * @property {() => void} clear
 * @property {() => string} unit
 */

import { coalesced } from "../../core/coalesce.js";
import { createDestinationMap } from "../../core/destination-map.js";
import { headlineOf } from "../../core/headline.js";
import { destinationsQuestion, stateQuestion } from "../../core/questions.js";
import { isToken, sizeOf } from "./scene.js";

/** @param {SelectionPorts} ports */
export const createSelection = ({ hostState, moverOf, ask, askWhere, isHeld, show, clear, unit }) => {
  /** @type {Selected | null} */
  let selected = null;
  let isDrawn = false;

  /** The one token that is selected, if it is one. */
  const token = () => {
    const [id, ...more] = hostState.selection();
    const item = id !== undefined && more.length === 0 ? hostState.item(id) : undefined;
    return item && isToken(item) ? item : undefined;
  };

  /** @returns {{item: Item, mover: Mover, map: Map} | null} */
  const wanted = () => {
    const { system, inCombat } = hostState.rules();
    const item = token();
    if (!item || !system || !inCombat || !hostState.mayMove(item)) return null;
    const found = moverOf(item);
    return found && { item, ...found };
  };

  const look = coalesced(() => {
    const found = wanted();
    if (!found) selected = null;
    if (!found || isHeld() || selected?.item.id !== found.item.id) hide();
    if (!found) return;
    const question = JSON.stringify(destinationsQuestion(found.mover));
    if (selected?.question !== question) selected = asked(found, question);
    else if (!isDrawn) draw(selected);
  }, setTimeout);

  /** @type {(found: {item: Item, mover: Mover, map: Map}, question: string) => Selected} */
  const asked = ({ item, mover, map }, question) => {
    /** @type {Selected} */
    const one = {
      ...{ item, map, size: sizeOf(map, item), question, reach: null, state: null },
      answered: Promise.resolve(),
    };
    const answer = async () => {
      const asked = askWhere(destinationsQuestion(mover), "selected destinations");
      const standing = ask(stateQuestion(mover), "selected state");
      const places = await asked;
      if (places.ok) one.reach = createDestinationMap(places.value);
      else one.question = ""; // the next look asks again
      if (selected === one) draw(one);
      const stands = await standing;
      if (stands.ok) one.state = stands.value;
      // Where it can go is drawn by then.
      if (selected === one && isDrawn) show({ ...one, reach: null }, headline(one));
    };
    one.answered = answer();
    return one;
  };

  /** @param {Selected} one */
  const draw = (one) => {
    if (isHeld()) return;
    hide();
    if (!one.reach) return;
    isDrawn = true;
    show(one, headline(one));
  };

  /** @param {Selected} one */
  const headline = ({ state, reach }) =>
    state && reach ? headlineOf(state, unit(), { layers: reach.layers }) : "";

  const hide = () => {
    if (isDrawn) clear();
    isDrawn = false;
  };

  return {
    token,
    /** Something may have changed. */
    look,
    /** What is drawn of a token, once that is known. @type {(id: string) => Promise<readonly Layer[]>} */
    layersOf: async (id) => {
      const one = selected?.item.id === id ? selected : null;
      await one?.answered;
      return one?.reach?.layers ?? [];
    },
  };
};
