/**
 * The parts of the runtime as they lie on a server, and how Pyodide gets them.
 *
 * A part's file is named by its content, so that browsers may keep it for good, and has an ending that every
 * server knows. Large parts are packed, with gzip or Zstandard, and unpacked here: no server needs to compress anything,
 * or to send a type but that of JavaScript. `start.json` tells which file is which part.
 */

import { unpack } from "./zstandard.js";

/**
 * @typedef {object} Part
 * @property {string} file
 * @property {number} bytes  Of the file.
 * @property {number} size  Of what is in it, unpacked.
 * @property {string} [integrity]  The hash of the file, for parts that are not packed; packed ones have their own.
 */

/**
 * @typedef {object} Manifest  What `start.json` says.
 * @property {{pyodide: string, footwork: string}} versions
 * @property {Record<string, Part>} parts
 * @property {import("./snapshot.js").SnapshotFacts} snapshot
 * @property {import("pyodide").Lockfile} lock
 */

/** @typedef {(input: any, init?: RequestInit) => Promise<Response>} Fetch */

/** @typedef {Response | Uint8Array<ArrayBuffer>} Had  The content of a part: as it comes in, or whole. */

/** What to do about a part that is missing or broken. */
export const ADVICE =
  "reload the page; if that does not help, the files of Footwork on this server are not complete";
const WASM = { "content-type": "application/wasm" };

/** A part with nothing in it, for what Pyodide asks and does not need. */
export const NOTHING = "nothing";

/** The part that unpacks Zstandard. */
export const DECODER = "zstd.wasm";

/**
 * What there is in a folder.
 *
 * @param {URL} folder  Ends with a slash.
 * @param {Fetch} fetch
 * @returns {Promise<Manifest>}
 */
export async function readManifest(folder, fetch) {
  const address = new URL("start.json", folder);
  // It is the one file whose name stays, so it is asked for each time.
  const response = await fetch(address, { cache: "no-cache" }).catch(() => null);
  if (!response?.ok)
    throw new Error(`${address} could not be fetched; ${ADVICE}, or runtimeUrl leads elsewhere`);
  const manifest = await response.json().catch(() => null);
  const isWhole =
    manifest?.versions && manifest.parts && manifest.snapshot?.library && manifest.lock?.packages;
  if (!isWhole) throw new Error(`${address} is not what it should be; ${ADVICE}`);
  return manifest;
}

export class RuntimeParts {
  #folder;
  #manifest;
  #fetch;
  #onBytes;
  /** @type {Promise<WebAssembly.Module> | undefined} */
  #decoder;
  /** The same, once it is there. @type {WebAssembly.Module | undefined} */
  #readyDecoder;
  /** @type {Map<string, Promise<Had>>} */
  #early = new Map();
  /** @type {Map<string, Promise<WebAssembly.Module>>} */
  #compiled = new Map();
  /** @type {(reason: Error) => void} */
  #fail = () => {};
  /** Never fulfilled; rejected when a part turns out to be missing or broken, which Pyodide may not tell. */
  failed = /** @type {Promise<never>} */ (
    new Promise((_, reject) => {
      this.#fail = reject;
    })
  );

  /**
   * @param {URL} folder
   * @param {Manifest} manifest
   * @param {Fetch} fetch
   * @param {(bytes: number) => void} onBytes  Told of all that comes in.
   */
  constructor(folder, manifest, fetch, onBytes) {
    this.#folder = folder;
    this.#manifest = manifest;
    this.#fetch = fetch;
    this.#onBytes = onBytes;
    this.failed.catch(() => {});
  }

  /** Where a module of JavaScript is. @param {string} name */
  moduleAddress(name) {
    return new URL(this.#part(name).file, this.#folder).href;
  }

  /** Begin to fetch parts that will be asked for. @param {string[]} names */
  begin(names) {
    for (const name of names) {
      const had = this.#had(name);
      had.catch(() => {});
      this.#early.set(name, had);
    }
  }

  /**
   * The content of a part, unpacked.
   *
   * @param {string} name
   * @returns {Promise<Response>}
   */
  async open(name) {
    const had = await this.#taken(name);
    return had instanceof Response ? had : new Response(had, headersOf(name));
  }

  /**
   * The same, whole. A response would copy it twice.
   *
   * @param {string} name
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async content(name) {
    const had = await this.#taken(name);
    return had instanceof Response ? new Uint8Array(await had.arrayBuffer()) : had;
  }

  /** A part that is WebAssembly, compiled once: while it streams in, if it is not packed. @param {string} name */
  compiled(name) {
    const known = this.#compiled.get(name);
    if (known) return known;
    const compiled = this.#part(name).file.endsWith(".wasm")
      ? this.#streamed(name)
      : this.content(name).then((content) => WebAssembly.compile(content));
    this.#compiled.set(name, compiled);
    return compiled;
  }

  /**
   * The content of a part, at once: for code of WebAssembly that waits for it. Only workers can do that, and only after
   * another packed part was had.
   *
   * @param {string} name
   * @returns {Uint8Array<ArrayBuffer>}
   */
  openNow(name) {
    const part = this.#part(name);
    const address = new URL(part.file, this.#folder);
    const packed = fetchedNow(address);
    if (!packed) throw this.#notHad(name, address, "no answer, or not what it should be");
    const isPacked = packingOf(packed) === "zstandard" && this.#readyDecoder;
    const content = isPacked ? unpack(isPacked, packed, part.size) : packed;
    if (content?.length !== part.size) throw this.#notHad(name, address, "it cannot be unpacked");
    return content;
  }

  /** What Pyodide shall fetch with: parts from here, everything else as it is. @returns {Fetch} */
  asFetch() {
    return (input, init) => {
      const { href } = new URL(input instanceof Request ? input.url : input, this.#folder);
      const name = href.startsWith(this.#folder.href) ? href.slice(this.#folder.href.length) : "";
      if (name === NOTHING || this.#compiled.has(name)) return Promise.resolve(new Response());
      return name in this.#manifest.parts ? this.open(name) : this.#fetch(input, init);
    };
  }

  /** How many bytes some parts have on the way here. @param {string[]} names */
  bytesOf(names) {
    return names.reduce((sum, name) => sum + this.#part(name).bytes, 0);
  }

  /**
   * Refuse modules of JavaScript that are not what they should be. Browsers load them without a look at that, and
   * what is wrong with one may show anywhere later.
   *
   * @param {readonly string[]} names
   */
  async check(names) {
    await Promise.all(names.map((name) => this.#had(name)));
  }

  /** @param {string} name */
  #part(name) {
    const part = this.#manifest.parts[name];
    if (!part) throw new Error(`start.json names no ${name}; ${ADVICE}`);
    return part;
  }

  /** What was begun early, or is begun now. @type {(name: string) => Promise<Had>} */
  #taken(name) {
    const early = this.#early.get(name);
    this.#early.delete(name);
    return early ?? this.#had(name);
  }

  /**
   * A program that is not packed. What browsers compiled it to they keep beside it, if nobody else reads it on the way.
   *
   * @type {(name: string) => Promise<WebAssembly.Module>}
   */
  async #streamed(name) {
    const part = this.#part(name);
    const address = new URL(part.file, this.#folder);
    const answered = await this.#answer(name, address);
    const isTold = answered.headers.get("content-type") === "application/wasm";
    try {
      const module = isTold
        ? await WebAssembly.compileStreaming(answered)
        : await WebAssembly.compile(await answered.arrayBuffer());
      this.#onBytes(part.bytes);
      return module;
    } catch (error) {
      throw this.#notHad(name, address, String(error));
    }
  }

  /**
   * What the server has there.
   *
   * @type {(name: string, address: URL) => Promise<Response & {body: ReadableStream<Uint8Array<ArrayBuffer>>}>}
   */
  async #answer(name, address) {
    const { integrity } = this.#part(name);
    const response = await this.#fetch(address, integrity === undefined ? {} : { integrity }).catch(
      () => null,
    );
    if (response?.ok && response.body) return /** @type {any} */ (response);
    const why = response ? `status ${response.status}` : "no answer, or not what it should be";
    throw this.#notHad(name, address, why);
  }

  /** @type {(name: string) => Promise<Had>} */
  async #had(name) {
    const part = this.#part(name);
    const address = new URL(part.file, this.#folder);
    const answered = await this.#answer(name, address);
    const { body, packing } = await begun(answered.body.pipeThrough(watched(this.#onBytes)));
    if (packing === "zstandard") {
      try {
        return await this.#unpacked(part, body);
      } catch (error) {
        throw this.#notHad(name, address, String(error));
      }
    }
    const content = packing === "gzip" ? body.pipeThrough(new DecompressionStream("gzip")) : body;
    // Unpacked as it comes in: whoever asks for it in the end need not wait for that.
    const whole = new TransformStream(onlyOfSize(part.size), undefined, {
      highWaterMark: Number.POSITIVE_INFINITY,
    });
    // Pyodide does not tell what goes wrong while WebAssembly streams in; so it is heard here.
    content.pipeTo(whole.writable).catch((error) => this.#notHad(name, address, String(error)));
    return new Response(whole.readable, headersOf(name));
  }

  /**
   * @param {Part} part
   * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
   */
  async #unpacked(part, body) {
    // What is wrong with it is explained better there.
    this.#decoder ??= this.content(DECODER)
      .catch(() => this.failed)
      .then((code) => WebAssembly.compile(code));
    const arrived = body.pipeThrough(new TransformStream(onlyOfSize(part.bytes)));
    const packed = new Uint8Array(await new Response(arrived).arrayBuffer());
    this.#readyDecoder = await this.#decoder;
    const content = unpack(this.#readyDecoder, packed, part.size);
    if (!content) throw new Error("it cannot be unpacked");
    return content;
  }

  /**
   * @param {string} name
   * @param {URL} address
   * @param {string} why
   */
  #notHad(name, address, why) {
    const error = new Error(`${name} could not be had from ${address} (${why}); ${ADVICE}`);
    this.#fail(error);
    return error;
  }
}

/** What a response with a part in it says of it. @param {string} name */
const headersOf = (name) => (name.endsWith(".wasm") ? { headers: WASM } : {});

/**
 * @param {(bytes: number) => void} onBytes
 * @returns {TransformStream<Uint8Array, Uint8Array>}
 */
function watched(onBytes) {
  return new TransformStream({
    transform: (chunk, controller) => {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
}

/** How packed content begins. */
const BEGINNINGS = /** @type {const} */ ({ gzip: [0x1f, 0x8b], zstandard: [0x28, 0xb5, 0x2f, 0xfd] });

/**
 * How a file is packed, if it comes packed, and all of it; some servers have browsers unpack such files.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {Promise<{body: ReadableStream<any>, packing: keyof typeof BEGINNINGS | null}>}
 */
async function begun(body) {
  const reader = body.getReader();
  const { value: first } = await reader.read();
  /** @type {ReadableStream<any>} */
  const again = new ReadableStream({
    start: (controller) => controller.enqueue(first ?? new Uint8Array()),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return { body: again, packing: packingOf(first) };
}

/** How content is packed that begins like this. @param {Uint8Array | undefined} first */
function packingOf(first) {
  const packings = /** @type {(keyof typeof BEGINNINGS)[]} */ (Object.keys(BEGINNINGS));
  return packings.find((name) => BEGINNINGS[name].every((byte, at) => first?.[at] === byte)) ?? null;
}

/** What a server has there; null: nothing. @param {URL} address */
function fetchedNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(/** @type {ArrayBuffer} */ (request.response)) : null;
}

/**
 * @param {number} size
 * @returns {Transformer<Uint8Array, Uint8Array>}
 */
function onlyOfSize(size) {
  let passed = 0;
  return {
    transform: (chunk, controller) => {
      passed += chunk.length;
      // No more of it than there should be is kept, whatever a server sends.
      if (passed > size) throw new Error(`it has more than ${size} bytes`);
      controller.enqueue(chunk);
    },
    flush: () => {
      if (passed !== size) throw new Error(`it has ${passed} bytes instead of ${size}`);
    },
  };
}
