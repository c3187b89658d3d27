/** Starts the client as the real one starts: modules, init, i18nInit, documents, setup, canvas, ready. */

import { Actor } from "./actor.js";
import { drawFloor, drawWalls } from "./art.js";
import { createCanvas, listenToHands, Token } from "./canvas.js";
import { Combat } from "./combat.js";
import * as connection from "./connection.js";
import {
  Collection,
  deepClone,
  expandObject,
  getProperty,
  mergeObject,
  randomID,
  setProperty,
} from "./data.js";
import { Roll } from "./dice.js";
import { element, Graphics, GridLayer, Matrix, Texture } from "./drawing.js";
import { receiveActors, withFlags } from "./flags.js";
import { ChatMessage, createGame, DialogV2, notifications } from "./game.js";
import { GRID_DIAGONALS, GRID_TYPES, gridOf } from "./grid.js";
import { Hooks, hookErrors } from "./hooks.js";
import { fields, RegionBehaviorType, RegionDocument } from "./region.js";
import { SettingsConfig } from "./settings-window.js";
import { listenToSidebar } from "./sidebar.js";
import { receiveOthers, Scene, TokenDocument } from "./token-document.js";
import { TokenRuler } from "./token-ruler.js";
import { ApplicationV2, drawSceneControls, instances, listenForHud } from "./windows.js";

const query = new URLSearchParams(location.search);
const generation = Number(query.get("generation") ?? 14);
const RELEASES = {
  13: { generation: 13, build: 351, version: "13.351" },
  14: { generation: 14, build: 368, version: "14.368" },
};

/** The movement actions that come with the client; the doubling is said in two ways. */
const actions = () => {
  const action = (label, extra = {}) => ({ label, teleport: false, measure: true, walls: "move", ...extra });
  const twice = generation >= 14 ? { costMultiplier: 2 } : { getCostFunction: () => (cost) => cost * 2 };
  return {
    walk: action("Walk"),
    fly: action("Fly"),
    swim: action("Swim"),
    burrow: action("Burrow"),
    crawl: action("Crawl", twice),
    climb: action("Climb", twice),
    jump: action("Jump", twice),
    blink: action("Blink", { teleport: true }),
    displace: action("Displace", {
      teleport: true,
      measure: false,
      walls: null,
      visualize: false,
      canSelect: () => false,
    }),
  };
};

const turns = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

/** Whether a wall of the scene is between two points; walls of the double stop sight as they stop movement. */
const isSightBlocked = (from, to) =>
  canvas.scene.walls.some(({ c: [ax, ay, bx, by], move }) => {
    const [a, b] = [
      { x: ax, y: ay },
      { x: bx, y: by },
    ];
    const isCrossed = turns(from, to, a) !== turns(from, to, b) && turns(a, b, from) !== turns(a, b, to);
    return move > 0 && isCrossed;
  });

const addModule = (url) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = url;
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error(`${url} could not be loaded`)));
    document.head.append(script);
  });

/** @param {string} path  From where the page is. */
const addressOf = (path) => new URL(path, document.baseURI);

const addStyle = (url) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  document.head.append(link);
};

const start = async () => {
  document.body.classList.add(`theme-${query.get("theme") ?? "light"}`);
  await connection.listen();
  const world = await connection.world();
  const game = createGame(world, query.get("user"), RELEASES[generation]);
  Object.assign(globalThis, {
    game,
    Hooks,
    CONFIG: {
      Token: {
        documentClass: TokenDocument,
        objectClass: Token,
        rulerClass: TokenRuler,
        movement: { actions: actions(), defaultAction: "walk", defaultSpeed: 6 },
      },
      RegionBehavior: {
        dataModels: {},
        typeLabels: {},
        typeIcons: {},
        ...(generation >= 14 ? { typeHints: {} } : {}),
      },
      Combat: { documentClass: Combat, initiative: { formula: world.system.initiative ?? "1d20" } },
      Canvas: { polygonBackends: { sight: { testCollision: isSightBlocked } } },
      queries: {},
      specialStatusEffects: { DEFEATED: "dead" },
      ChatMessage: generation >= 14 ? { modes: { public: {}, gm: {}, blind: {}, self: {} } } : {},
    },
    CONST: {
      GRID_TYPES,
      GRID_DIAGONALS,
      TOKEN_DISPOSITIONS: { SECRET: -2, HOSTILE: -1, NEUTRAL: 0, FRIENDLY: 1 },
    },
    foundry: {
      utils: {
        deepClone,
        expandObject,
        getProperty,
        mergeObject,
        randomID,
        setProperty,
        getRoute: (path) => addressOf(path).pathname,
      },
      data: { fields, regionBehaviors: { RegionBehaviorType } },
      applications: { api: { ApplicationV2, DialogV2 }, instances, settings: { SettingsConfig } },
      canvas: { placeables: { tokens: { TokenRuler } } },
    },
    ui: { notifications, sidebar: { element: document.querySelector("#sidebar") } },
    ChatMessage,
    Roll,
    PIXI: { Graphics, Texture, Matrix },
    double: { hookErrors, drawn: false, animationMillis: 0 },
  });
  // A host may have the files of modules on a server of another origin.
  const folder = new URL("modules/footwork", world.modulesFrom ?? document.baseURI).href;
  const manifest = await (await fetch(`${folder}/module.json`)).json();
  game.modules.get("footwork").title = manifest.title;
  for (const script of world.systemScripts) await addModule(script);
  if (!world.withoutModule?.includes(game.user.id)) {
    for (const style of manifest.styles ?? []) addStyle(`${folder}/${style}`);
    for (const script of manifest.esmodules) await addModule(`${folder}/${script}`);
  }
  for (const id of world.otherModules ?? []) {
    const { esmodules, title } = await (await fetch(`/modules/${id}/module.json`)).json();
    game.modules.set(id, { id, title, active: true, api: undefined });
    for (const script of esmodules) await addModule(`/modules/${id}/${script}`);
  }
  for (const script of world.lateScripts) await addModule(script);
  Hooks.callAll("init");
  await game.i18n.load(manifest.languages, query.get("lang") ?? "en", folder);
  Hooks.callAll("i18nInit");
  const scene = makeDocuments(world, manifest);
  Hooks.callAll("setup");
  drawScene(world, scene);
  Hooks.callAll("ready");
  /** @type {any} */ (globalThis).double.drawn = true;
  document.body.dataset.ready = "true";
};

/** The types of behaviours that a game system brings, by their names, and a module, by its own as well. @type {(system: {behaviors?: string[]}, manifest: {id: string, documentTypes?: {RegionBehavior?: object}}) => Set<string>} */
const typesIn = ({ behaviors = [] }, { id, documentTypes = {} }) =>
  new Set([...behaviors, ...Object.keys(documentTypes.RegionBehavior ?? {}).map((type) => `${id}.${type}`)]);

/** The documents of the world, of the classes that `CONFIG` has by now. */
const makeDocuments = ({ tokens, scene: data, actors, combats, system }, manifest) => {
  const types = typesIn(system, manifest);
  const levels = new Collection();
  if (generation >= 14) for (const level of data.levels ?? []) levels.set(level.id, level);
  const scene = new Scene(
    {
      ...data,
      ...(generation >= 14 ? { levels } : { levels: undefined }),
      grid: gridOf(data.grid),
      regions: data.regions.map((region) => new RegionDocument(region, types)),
    },
    new Map(actors.map((actor) => [actor.id, withFlags(new Actor(actor))])),
  );
  for (const source of Object.values(tokens))
    scene.tokens.set(source._id, new CONFIG.Token.documentClass(source, scene));
  game.scenes = Object.assign(new Collection([[scene.id, scene]]), { current: scene, active: scene });
  for (const combat of combats) game.combats.set(combat.id, new CONFIG.Combat.documentClass(combat));
  return scene;
};

const drawScene = ({ messages }, scene) => {
  const svg = document.querySelector("#board");
  drawFloor(svg, scene);
  const floor = element("g", {}, svg);
  drawWalls(svg, scene);
  /** @type {any} */ (globalThis).canvas = createCanvas(scene, svg, new GridLayer(floor));
  Hooks.callAll("canvasInit", canvas);
  for (const token of scene.tokens.values()) new CONFIG.Token.objectClass(token);
  receiveOthers(scene);
  connection.on("planned", ({ token, user, plan }) => {
    const placeable = canvas.tokens.get(token);
    const { [user]: _, ...others } = placeable._plannedMovement;
    placeable._plannedMovement = plan ? { ...others, [user]: plan } : others;
    placeable._refreshRuler();
  });
  listenToHands();
  receiveActors();
  drawSceneControls();
  listenForHud(svg);
  listenToSidebar();
  for (const message of messages) ChatMessage.show(ChatMessage.keep(message));
  Hooks.callAll("canvasReady", canvas);
};

start().catch((error) => {
  document.body.dataset.ready = "failed";
  document.querySelector("#notifications").textContent = String(error);
  throw error;
});
