/**
 * Where rolls made here get their chance from.
 */

const TWO_TO_32 = 4_294_967_296;
const TOP_BITS = 0x1f_ffff;

/**
 * A source of seeds: by chance, or with `?seed=7` in the address 7, 8, 9 and so on.
 *
 * @param {string} query
 * @returns {() => number}
 */
export const createSeeds = (query) => {
  const wanted = Number(new URLSearchParams(query).get("seed") ?? Number.NaN);
  if (!Number.isSafeInteger(wanted) || wanted < 0) return seedByChance;
  let next = wanted;
  return () => {
    next += 1;
    return next - 1;
  };
};

/** A seed of 53 bits, all that a number holds exactly. */
const seedByChance = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & TOP_BITS) * TWO_TO_32 + low;
};
