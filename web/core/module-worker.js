/**
 * Makes module workers, also of a file from another origin.
 *
 * Browsers run workers of the page's own origin alone. Where a page's scripts come from elsewhere, as from the file server of
 * a host, a worker of one line imports the file, which that server has to let the page have.
 */

/** Whether a file comes from another origin than the page, or than the worker that asks. @param {string | URL} url */
export const isElsewhere = (url) => {
  const { href = "", origin = "" } = globalThis.location ?? {};
  // Within a worker of one line addresses are whole: nothing can be told from its own.
  return URL.canParse(url, href) && new URL(url, href).origin !== origin;
};

/** @type {(url: string | URL, name?: string) => Worker} */
export const newModuleWorker = (url, name = "") => {
  const line = new Blob([`import ${JSON.stringify(String(url))};`], { type: "text/javascript" });
  const address = isElsewhere(url) ? URL.createObjectURL(line) : url;
  return new Worker(address, { type: "module", name });
};
