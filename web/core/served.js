/**
 * Why a script did not load, as far as its server tells: browsers do not say.
 */

/** How many types have been given to JavaScript; browsers run them all. */
const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i;

/**
 * What a server does wrong with a script, and what is to be done; null where nothing is to be seen.
 *
 * @param {string} address
 * @param {(address: string) => Promise<Response>} [fetch]
 */
export async function wrongWith(address, fetch = (url) => globalThis.fetch(url, { cache: "no-cache" })) {
  const name = address.split(/[?#]/)[0]?.split("/").at(-1);
  const answer = await fetch(address).catch(() => null);
  if (!answer) return `${address} could not be fetched; see that its server runs and lets this page have it`;
  // Only how it comes is asked, and not every server answers HEAD.
  answer.body?.cancel();
  if (!answer.ok) return `${name}: the server answers ${answer.status}; see that the file is there`;
  const type = answer.headers.get("content-type")?.split(";")[0]?.trim();
  if (type && JAVASCRIPT.test(type)) return null;
  const came = type ? `as ${type}` : "without a type";
  return `${name} came ${came}; have the server send files that end in .js as text/javascript`;
}
