/**
 * Is added to the worker: it tells the page what it complains about, and dies when it is told to.
 */

{
  const { console: speaking } = globalThis;
  const honest = speaking.error;
  speaking.error = (...told) => {
    new BroadcastChannel("heard").postMessage(told.map(String).join(" "));
    honest.apply(speaking, told);
  };
}

new BroadcastChannel("death").addEventListener("message", () => {
  throw new Error("out of memory, say");
});
