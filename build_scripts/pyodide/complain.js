/**
 * Makes a failing script print its error alone. Node would print the line it came from, which in Pyodide's code
 * is a megabyte long.
 */

process.on("uncaughtException", (error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
