/**
 * Ids that nobody else has. `crypto.randomUUID` makes them only at secure origins; this works over plain HTTP too.
 */

const BYTES = 16;
/** Where the text of 32 digits is cut: groups of 8, 4, 4, 4 and 12. */
const GROUPS = /** @type {const} */ ([
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
]);

/** A UUID of version 4 (RFC 9562, section 5.4). */
export const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const [version = 0, variant = 0] = [bytes[6], bytes[8]];
  bytes[6] = (version & 0x0f) | 0x40;
  bytes[8] = (variant & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return GROUPS.map(([from, to]) => digits.slice(from, to)).join("-");
};
