/**
 * The unit of lengths: the table's where a game leaves that to it, else the game's.
 *
 * @typedef {{id: string, default: unknown}} Switch
 *
 * @param {{unit: string, house_rules: readonly Switch[]} | null} system
 * @param {{[rule: string]: unknown}} houseRules  what is not at its default
 */
export const unitFor = (system, houseRules) => {
  const open = system?.house_rules.find(({ id }) => id === "unit");
  return open ? String(houseRules.unit ?? open.default) : (system?.unit ?? "");
};
