/** What is kept, or comes from elsewhere, and should be a record of fields. */

/**
 * @param {unknown} value
 * @returns {value is {[field: string]: unknown}}
 */
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A record without fields for what is none. @param {unknown} value */
export const recordOf = (value) => (isRecord(value) ? value : {});
