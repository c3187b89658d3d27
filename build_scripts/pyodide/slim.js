/**
 * Leaves out of Pyodide's JavaScript what nothing here can call: Emscripten puts all of its libraries into it, for programs
 * that may be loaded later, and a name for each function of C. A browser would read all of that at each start.
 *
 * Usage: node slim.js <runtime> <out> <user> [<user> ...]. The runtime is a folder with Pyodide and the native library; a
 * user is a script that uses Pyodide's inside. Written are <out>/pyodide.asm.mjs and <out>/exports.json: what the program
 * still has to export.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { rollup } from "rollup";
import { parseAst } from "rollup/parseAst";
import "./complain.js";

/** @typedef {any} Node  Of a syntax tree, as ESTree has it. */

const CODE = "pyodide.asm.mjs";
const [runtime = "", out = "", ...users] = process.argv.slice(2);
const library = /** @type {string} */ (readdirSync(runtime).find((name) => name.endsWith(".so")));
const [program, native] = ["pyodide.asm.wasm", library].map(
  (name) => new WebAssembly.Module(readFileSync(resolve(runtime, name))),
);
const imported = namesOf(WebAssembly.Module.imports, program, native);
/** @type {Set<string>} */
const outside = new Set();
for (const path of users) wordsIn(parseAst(readFileSync(path, "utf-8")), outside);

// What a library asks to be evaluated may name anything here; so nothing would be unused. The only library never asks.
let code = readFileSync(resolve(runtime, CODE), "utf-8").replaceAll(/\beval\(/g, "(0,eval)(");
for (let before = Number.POSITIVE_INFINITY; code.length < before; ) {
  before = code.length;
  code = await withoutUnused(withoutNames(code));
}
writeFileSync(resolve(out, CODE), calledAtOnce(code));

const words = new Set([...wordsIn(parseAst(code), outside), ...imported]);
const exported = [...namesOf(WebAssembly.Module.exports, program)];
const kept = exported.filter((name) => words.has(name) || words.has(`_${name}`));
writeFileSync(resolve(out, "exports.json"), JSON.stringify(kept));

/**
 * @param {(module: WebAssembly.Module) => {name: string}[]} list
 * @param {(WebAssembly.Module | undefined)[]} modules
 */
function namesOf(list, ...modules) {
  return new Set(modules.flatMap((module) => (module ? list(module).map(({ name }) => name) : [])));
}

/**
 * The code without names that nobody says: what no program imports, and what the module is given and nobody takes from it.
 *
 * @param {string} text
 */
function withoutNames(text) {
  const tree = parseAst(text);
  const given = allIn(tree, isGiven);
  const said = wordsIn(tree, new Set(outside), new Set(given.map(({ left }) => left)));
  const ungiven = given
    .filter(({ left }) => !said.has(left.property.value))
    .map(({ left, right }) => ({ start: left.start, end: right.start }));
  const [imports] = allIn(tree, ({ type, id }) => type === "VariableDeclarator" && id.name === "wasmImports");
  const { properties } = /** @type {Node} */ (imports).init;
  const unimported = properties.filter((/** @type {Node} */ { key }) => !imported.has(key.name));
  return [...ungiven, ...unimported]
    .sort((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^,/, ""), text);
}

/** @param {string} text */
async function withoutUnused(text) {
  const bundle = await rollup({
    input: CODE,
    external: () => true,
    // It warns of what is evaluated.
    logLevel: "silent",
    treeshake: { propertyReadSideEffects: false },
    plugins: [{ name: "text", resolveId: (id) => id, load: () => text }],
  });
  const { output } = await bundle.generate({ format: "es", compact: true });
  return output[0].code;
}

/**
 * The code with its one function in parentheses: so browsers know that it will be called, and read it once, not twice.
 *
 * @param {string} text
 */
function calledAtOnce(text) {
  const made = parseAst(text).body.find(({ type }) => type === "FunctionDeclaration");
  const { start, end, id } = /** @type {Node} */ (made);
  return `${text.slice(0, start)}const ${id.name}=(${text.slice(start, end)});${text.slice(end)}`;
}

/** Whether this gives the module something. @param {Node} node */
function isGiven({ type, operator, left }) {
  return (
    type === "AssignmentExpression" &&
    operator === "=" &&
    left.type === "MemberExpression" &&
    left.object.name === "Module" &&
    left.property.type === "Literal"
  );
}

/** What is part of a syntax tree. @param {Node} tree @param {(node: Node) => boolean} isWanted @returns {Node[]} */
function allIn(tree, isWanted) {
  const inner = partsOf(tree).flatMap((part) => allIn(part, isWanted));
  return isWanted(tree) ? [tree, ...inner] : inner;
}

/** @param {Node} node @returns {Node[]} */
function partsOf(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string");
}

/**
 * All words that are said in a syntax tree of what is somebody's, and all texts.
 *
 * @param {Node} node
 * @param {Set<string>} [found]
 * @param {Set<Node>} [left]  What does not count.
 */
function wordsIn(node, found = new Set(), left = new Set()) {
  const said = node.type === "MemberExpression" ? node.property : node.type === "Property" ? node.key : node;
  const word = said.type === "Identifier" && said !== node ? said.name : said.value;
  if (typeof word === "string") found.add(word);
  for (const part of partsOf(node)) if (!left.has(part)) wordsIn(part, found, left);
  return found;
}
