/**
 * The yardstick of the start-up measurement: a worker that starts Pyodide and nothing else.
 */

addEventListener("message", async (event) => {
  /** @type {string} */
  const folder = event.data;
  /** @type {typeof import("pyodide")} */
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  await loadPyodide({ indexURL: folder });
  postMessage("ready");
});
