/**
 * The way to the server: it keeps the world, tells everybody what changed, and passes messages on. Addresses hang on
 * that of the page, so that the server may put all of it under a prefix.
 */

const client = new URLSearchParams(location.search).get("user");
/** @type {Map<string, ((data: any) => void)[]>} */
const listeners = new Map();

export const on = (kind, fn) => listeners.set(kind, [...(listeners.get(kind) ?? []), fn]);

/** What was said and is not heard of yet, by its number. @type {Map<string, () => void>} */
const said = new Map();
/** Who has no line, as when the same user has another page, hears of nothing; then the answer must do. */
const PATIENCE_MILLIS = 500;

/** The line by which all is said: nothing on it comes before what was said earlier. @type {Promise<unknown>} */
let line = Promise.resolve();

/** Say something; it has happened once its turn on the line has come, as with the host, where all comes in order. */
const post = (path, body) =>
  new Promise((resolve, reject) => {
    const number = String(Math.random());
    const done = () => {
      said.delete(number);
      resolve(undefined);
    };
    said.set(number, done);
    const text = JSON.stringify({ ...body, client, number });
    line = line
      .then(() => fetch(path, { method: "POST", body: text }))
      .then(async (response) => {
        if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
        setTimeout(done, PATIENCE_MILLIS);
      })
      .catch(reject);
  });
on("heard", (number) => said.get(number)?.());

/** Change a document of the world; everybody else is told. */
export const change = (collection, id, changes, extra = {}) =>
  post("world", { collection, id, changes, extra });

/** Say something to all other clients. */
export const emit = (kind, data) => post("socket", { kind, data });

export const world = async () => (await fetch("world")).json();

/** Listen to what others do. */
export const listen = () =>
  new Promise((resolve) => {
    const source = new EventSource(`events?client=${client}`);
    source.addEventListener("open", () => resolve(source));
    source.addEventListener("message", (event) => {
      const { kind, data } = JSON.parse(event.data);
      for (const fn of listeners.get(kind) ?? []) fn(data);
    });
  });
