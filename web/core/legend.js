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
 *
 * @typedef {object} LegendWords
 * @property {(key: "legend.free" | "legend.penalised" | "legend.roll" | "legend.impossible") => string} say
 * @property {(price: Price) => string} amountOf  "−2"
 * @property {(price: Price) => string} quantityOf  "dice"
 */

import { amountOf, quantityOf } from "./texts.js";
import { word } from "./words.js";

/** @type {readonly Kind[]} */
export const KINDS = ["free", "penalised", "roll", "impossible"];

/** @type {LegendWords} */
const OURS = { say: word, amountOf, quantityOf };

/**
 * The entries for some layers.
 *
 * @param {readonly Priced[]} layers
 * @param {object} [options]
 * @param {readonly Kind[]} [options.always]  kinds to list even where no layer has them
 * @param {(layer: Priced) => string} [options.lookOf]
 * @param {LegendWords} [options.words]  where a host has words of its own
 * @returns {LegendEntry[]}
 */
export const legendOf = (
  layers,
  { always = ["impossible"], lookOf = ({ kind }) => kind, words = OURS } = {},
) => {
  const kinds = new Set([...always, ...layers.map(({ kind }) => kind)]);
  return KINDS.filter((kind) => kinds.has(kind)).flatMap((kind) =>
    kind === "penalised"
      ? pricesIn(layers, lookOf, words)
      : [{ kind, look: lookOf({ kind, price: null }), label: words.say(`legend.${kind}`) }],
  );
};

/** Prices that look alike are one entry, with the least and the most; the last look of a quantity names it. @type {(layers: readonly Priced[], lookOf: (layer: Priced) => string, words: LegendWords) => LegendEntry[]} */
const pricesIn = (layers, lookOf, { say, amountOf, quantityOf }) => {
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
    if (!least) return { kind: "penalised", look, label: say("legend.penalised") };
    const most = more.at(-1) ?? least;
    const amounts = [...new Set([least, most].map(amountOf))].join(" \u2026 ");
    const isLast = sorted.slice(index + 1).every((other) => other.quantity !== quantity);
    return { kind: "penalised", look, label: isLast ? `${amounts} ${quantityOf(most)}` : amounts };
  });
};
