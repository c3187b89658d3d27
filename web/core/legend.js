/**
 * What the colours of a map of destinations mean: an entry for each look, from what is free to what is not possible.
 *
 * @import { Layer, Price } from "./protocol.js"
 * @typedef {Layer["kind"]} Kind
 * @typedef {Pick<Layer, "kind" | "price">} Priced
 *
 * @typedef {object} LegendEntry
 * @property {Kind} kind
 * @property {string} look  the colour and pattern that it is drawn in
 * @property {string} label  "Free", "−1 … −3 dice"
 */

import { amountOf, quantityOf } from "./texts.js";
import { word } from "./words.js";

/** @type {readonly Kind[]} */
export const KINDS = ["free", "penalised", "roll", "impossible"];

/**
 * The entries for some layers.
 *
 * @param {readonly Priced[]} layers
 * @param {object} [options]
 * @param {readonly Kind[]} [options.always]  kinds to list even where no layer has them
 * @param {(layer: Priced) => string} [options.lookOf]
 * @returns {LegendEntry[]}
 */
export const legendOf = (layers, { always = ["impossible"], lookOf = ({ kind }) => kind } = {}) => {
  const kinds = new Set([...always, ...layers.map(({ kind }) => kind)]);
  return KINDS.filter((kind) => kinds.has(kind)).flatMap((kind) =>
    kind === "penalised"
      ? pricesIn(layers, lookOf)
      : [{ kind, look: lookOf({ kind, price: null }), label: word(`legend.${kind}`) }],
  );
};

/** Prices that look alike are one entry, with the least and the most; the last look of a quantity names it. @type {(layers: readonly Priced[], lookOf: (layer: Priced) => string) => LegendEntry[]} */
const pricesIn = (layers, lookOf) => {
  /** @type {Map<string, {look: string, quantity: string, prices: Price[]}>} */
  const bands = new Map();
  for (const layer of layers.filter(({ kind }) => kind === "penalised")) {
    const { price } = layer;
    const [look, quantity] = [lookOf(layer), price?.quantity ?? ""];
    const band = bands.get(`${look} ${quantity}`) ?? { look, quantity, prices: [] };
    bands.set(`${look} ${quantity}`, band);
    if (price) band.prices.push(price);
  }
  const sorted = [...bands].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, band]) => band);
  return sorted.map(({ look, quantity, prices }, index) => {
    const [least, ...more] = prices.sort((one, other) => Math.abs(one.amount) - Math.abs(other.amount));
    if (!least) return { kind: "penalised", look, label: word("legend.penalised") };
    const most = more.at(-1) ?? least;
    const amounts = [...new Set([least, most].map(amountOf))].join(" \u2026 ");
    const isLast = sorted.slice(index + 1).every((other) => other.quantity !== quantity);
    return { kind: "penalised", look, label: isLast ? `${amounts} ${quantityOf(most)}` : amounts };
  });
};
