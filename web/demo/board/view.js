/**
 * The board on screen: the map, the tokens on it, what is in the hand. It draws the store and changes nothing. It
 * is empty until it is opened.
 *
 * @import { AppState } from "../app-state.js"
 * @import { Place } from "../game.js"
 * @import { Token } from "../../core/protocol.js"
 * @import { Camera } from "./camera.js"
 */

import { html, nothing, render, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { coalesced } from "../../core/coalesce.js";
import { gridOf } from "../../core/grid.js";
import { DOT, destinationSummary, distance, initials, signed, summaryOf } from "../../core/texts.js";
import { unitOf } from "../app-state.js";
import { isSame } from "../drag.js";
import { tokenOf } from "../game.js";
import { say } from "../language.js";
import { shownStorey, storeyAt, storeyName } from "../storeys.js";
import { nextTask } from "../yielding.js";
import { bandShapes } from "./bands.js";
import { fit, keptInView, leastScale, opening, pointAt, zoomedAt } from "./camera.js";
import { ground, patterns, standing } from "./map.js";
import { outlineOf } from "./outline.js";
import { guessShape, reactionShapes, rulerShape, waypointShapes } from "./ruler.js";
import { createTokenAnimation } from "./token-animation.js";

/** @typedef {ReturnType<typeof createBoard>} Board */

/**
 * @param {HTMLElement} element
 * @param {import("../store.js").Store<AppState>} store
 */
export const createBoard = (element, store) => {
  render(skeleton(), element);
  const part = partsOf(element);
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const animation = createTokenAnimation({ onFrame: () => drawTokens(), isStill: () => lessMotion.matches });
  /** @type {Camera} */
  let camera = { x: 0, y: 0, scale: 32 };
  /** Whether the camera is still as it was at first, and so may follow the board's size. */
  let isUntouched = true;
  /** @type {{x: number, y: number} | null} Where the pointer holds the token, in pixels of the board. */
  let pointer = null;
  /** @type {import("../../core/protocol.js").Plan | null} The last plan of the path in hand. */
  let lastPlan = null;
  let labelSize = { width: 0, height: 0 };

  /** Where the board is in the window. Asking the browser at each movement would make it lay out the page. */
  let frame = new DOMRect();
  const viewport = () => ({ width: frame.width, height: frame.height });
  const grid = () => gridOf(store.get().game.scene.grid);
  const extent = () => grid().extent;
  /** Where the selected token is on the drawing. */
  const chosenPoint = () => {
    const { game } = store.get();
    const token = tokenOf(game, game.selected);
    return token ? grid().middleOf(token, token) : { x: 0, y: 0 };
  };
  /** The pixel of the board at a point of the window. @type {(point: {clientX: number, clientY: number}) => {x: number, y: number}} */
  const pixelAt = ({ clientX, clientY }) => ({ x: clientX - frame.left, y: clientY - frame.top });

  /** @param {Camera} next */
  const look = (next) => {
    camera = keptInView(next, viewport(), extent());
    const transform = `translate(${camera.x} ${camera.y}) scale(${camera.scale})`;
    for (const world of [part.world, part.overWorld]) world.setAttribute("transform", transform);
    element.dataset.cellPx = String(camera.scale);
    element.classList.toggle("is-small", camera.scale < 20);
    element.classList.toggle("is-large", camera.scale >= 34);
    drawTokens();
    drawHand();
  };

  const drawGround = () => {
    const { game } = store.get();
    element.dataset.system = game.system;
    element.dataset.scene = game.source;
    const shown = shownStorey(store.get());
    element.dataset.storey = shown?.id ?? "";
    render(ground(game, shown), part.ground);
  };

  const drawStanding = () => {
    const { game } = store.get();
    render(standing(game, shownStorey(store.get())), part.standing);
  };

  const drawBands = () => {
    const { reach, held, reachPinned, game } = store.get();
    const token = held?.token ?? (reachPinned ? game.selected : null);
    const from = token === null ? undefined : tokenOf(game, token);
    // What is known of the map as it was drawn before is drawn on it no more.
    const isShown = from && reach?.token === token && reach.game.scene.grid === game.scene.grid;
    render(isShown ? bandShapes(reach.map, from, grid(), shownStorey(store.get())?.id) : nothing, part.bands);
  };

  const drawTokens = () => {
    const { game, held, standings, check } = store.get();
    const shown = shownStorey(store.get());
    const tokens = game.scene.tokens;
    render(
      repeat(
        tokens,
        ({ id }) => id,
        (token) => {
          const isWalking = animation.at(token.id) !== undefined;
          const badges = (standings[token.id]?.statuses ?? []).map(({ label }) => label.text);
          const name = token.name || token.id;
          const { elevation = 0 } = token;
          const storey = storeyAt(game, elevation);
          const above = elevation - (storey?.elevation ?? 0);
          const height =
            above === 0 ? [] : [say("at.height", { height: distance(elevation, unitOf(store.get())) })];
          const floor = storey ? [say("at.storey", { storey: storeyName(storey) })] : [];
          return html`
            <button
              type="button"
              class="token"
              data-testid="token"
              data-token-id=${token.id}
              data-side=${token.disposition ?? "neutral"}
              ?data-held=${held?.token === token.id}
              ?data-walking=${isWalking}
              ?data-asked=${check?.token === token.id}
              ?data-elsewhere=${storey !== undefined && storey !== shown}
              aria-pressed=${game.selected === token.id}
              aria-describedby="board-keys"
            >
              <span class="token-face" aria-hidden="true">${initials(name)}</span>
              <span class="token-name" aria-hidden="true">${name}</span>
              <span class="visually-hidden">${[name, placeText(game, token), ...floor, ...height, ...badges].join(", ")}</span>
              ${above === 0 ? nothing : html`<span class="token-height" aria-hidden="true" title=${height[0] ?? nothing}>${signed(above)}</span>`}
              ${badges.length > 0 ? html`<span class="token-badge" aria-hidden="true" title=${badges.join(", ")}>!</span>` : nothing}
            </button>
          `;
        },
      ),
      part.tokens,
    );
    for (const button of part.tokens.querySelectorAll("button")) {
      const token = tokenOf(store.get().game, button.dataset.tokenId ?? "");
      if (token) placeToken(button, token);
    }
  };

  /**
   * The attributes tell where a token stands, and so change only when it has arrived.
   *
   * @param {HTMLElement} button
   * @param {Token} token
   */
  const placeToken = (button, token) => {
    const way = animation.at(token.id);
    if (!way) {
      button.dataset.col = String(token.col);
      button.dataset.row = String(token.row);
      button.dataset.elevation = String(token.elevation ?? 0);
    }
    placeBox(button, way ?? token, token);
  };

  /** @type {(box: HTMLElement, at: Place, token: Token) => void} */
  const placeBox = (box, at, token) => {
    const { x, y, scale } = camera;
    const place = grid().boxOf(at, token);
    // Not a transform: each would make a layer of its own, and names would cover other tokens.
    box.style.left = `${x + place.x * scale}px`;
    box.style.top = `${y + place.y * scale}px`;
    box.style.width = `${place.width * scale}px`;
    box.style.height = `${place.height * scale}px`;
    box.style.fontSize = `${scale}px`;
  };

  const drawHand = () => {
    const state = store.get();
    const { held, waiting, asking, shown, reach, hover, reachPinned, check, standings } = state;
    element.classList.toggle("is-holding", held !== null);
    const rolling = check && standings[check.token]?.pending ? check : null;
    const open = held ?? asking ?? waiting.at(-1) ?? rolling;
    const token = open && tokenOf(state.game, open.token);
    const cells = grid();
    const middleOf = (/** @type {Place} */ place) => cells.middleOf(place, token ?? {});
    const shownNow = shownStorey(state);
    const isShown = (/** @type {number} */ elevation) => storeyAt(state.game, elevation) === shownNow;
    if (held?.answer?.plan) lastPlan = held.answer.plan;
    if (!open) lastPlan = null;
    const plan = held ? lastPlan : open && shown?.token === open.token ? shown.plan : null;
    const goal = plan?.path?.at(-1) ?? (rolling && standings[rolling.token]?.pending?.rest?.at(-1));
    const target = held?.to ?? waiting.at(-1)?.to ?? (open ? goal : null) ?? null;
    const word = held && token ? wordOn(state, held) : null;
    const pointed = !held && reachPinned && reach ? hover : null;
    const body = pointed && hoverWord(state, pointed) ? tokenOf(state.game, reach?.token ?? "") : null;
    const kind = word?.kind ?? plan?.verdict ?? "unknown";
    render(
      svg`
        ${plan && token ? rulerShape(plan, middleOf, cells, isShown) : nothing}
        ${token ? guessShape(guessed(held, waiting.at(-1) ?? null, plan, token), middleOf) : nothing}
        ${held ? waypointShapes(held.via, middleOf) : nothing}
        ${plan ? reactionShapes(plan, state.game.scene.tokens, middleOf, cells) : nothing}
        ${
          target && token
            ? svg`<path class="hand-cell" data-kind=${kind} data-col=${target.col} data-row=${target.row} d=${goalLine(target, token)} />`
            : nothing
        }
        ${body && pointed ? svg`<path class="hand-body" data-col=${pointed.col} data-row=${pointed.row} d=${goalLine(pointed, body)} />` : nothing}
        ${waiting.map(({ to }) => {
          const { x, y } = middleOf(to);
          return svg`<circle class="hand-wait" cx=${x} cy=${y} r=".62" pathLength="1" />`;
        })}
      `,
      part.hand,
    );
    drawGhost(state, token, target, kind);
    const tip = word ?? (pointed && hoverWord(state, pointed));
    drawLabel(tip?.text ?? "", tip?.kind ?? "unknown", held ? held.to : hover);
  };

  /** Draw what is in the hand once in the next frame, whatever happens till then. */
  const drawHandSoon = coalesced(drawHand, requestAnimationFrame);

  /** @type {(state: AppState, token: Token | undefined | null, target: Place | null, kind: string) => void} */
  const drawGhost = ({ held }, token, target, kind) => {
    const { ghost } = part;
    ghost.hidden = !token || !target;
    if (!token || !target) return;
    ghost.dataset.kind = kind;
    ghost.dataset.side = token.disposition ?? "neutral";
    const face = ghost.firstElementChild;
    if (face) face.textContent = initials(token.name || token.id);
    placeBox(ghost, target, token);
    const { x, y, scale } = camera;
    const { width, height, ...corner } = grid().boxOf(target, token);
    // In the hand of a pointer its middle is where the pointer is, not snapped.
    const isFree = held?.by === "pointer" && pointer !== null;
    const middle = isFree && pointer ? pointAt(camera, pointer) : null;
    const at = middle ? { x: middle.x - width / 2, y: middle.y - height / 2 } : corner;
    ghost.style.left = "0";
    ghost.style.top = "0";
    ghost.style.transform = `translate(${x + at.x * scale}px, ${y + at.y * scale}px)`;
  };

  /** Around the cells that a token is to stand on. @type {(target: Place, token: Token) => string} */
  const goalLine = (target, token) => {
    const cells = grid();
    if (cells.hasCells) return outlineOf(cells.footprint(target, token), cells.cornersOf, 0.14);
    const { x, y, width, height } = cells.boxOf(target, token);
    return `M${x} ${y + height / 2}a${width / 2} ${height / 2} 0 1 0 ${width} 0a${width / 2} ${height / 2} 0 1 0 ${-width} 0Z`;
  };

  /** @type {(text: string, kind: string, place: Place | null) => void} */
  const drawLabel = (text, kind, place) => {
    const { label } = part;
    label.hidden = text === "" || !place;
    if (label.hidden || !place) return;
    if (label.dataset.kind !== kind) label.dataset.kind = kind;
    if (label.textContent !== text || labelSize.height === 0) {
      label.textContent = text;
      labelSize = { width: label.offsetWidth, height: label.offsetHeight };
    }
    const { width, height } = viewport();
    const { x, y, scale } = camera;
    const gap = Math.max(14, scale * 0.4);
    const box = grid().boxOf(place, {});
    const above = y + box.y * scale - labelSize.height - gap;
    const below = Math.min(y + (box.y + box.height) * scale + gap, height - labelSize.height - 6);
    const centred = x + (box.x + box.width / 2) * scale - labelSize.width / 2;
    const left = Math.min(width - labelSize.width - 6, Math.max(6, centred));
    const top = above >= 6 ? above : below;
    label.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  };

  const measure = () => {
    frame = element.getBoundingClientRect();
  };
  window.addEventListener("scroll", measure, { capture: true, passive: true });
  const fitToSize = () => {
    measure();
    if (isUntouched) look(opening(viewport(), extent(), chosenPoint()));
    else look(camera);
  };

  store.subscribe((now, before) => {
    const isNewMap = now.game.scene.grid !== before.game.scene.grid;
    const isNewScene = now.game.scene !== before.game.scene || now.game.looks !== before.game.looks;
    const isOtherStorey = shownStorey(now) !== shownStorey(before);
    if (isNewScene || isOtherStorey) {
      drawGround();
      drawStanding();
    }
    if (isNewMap) look(opening(viewport(), extent(), chosenPoint()));
    const isOtherReach =
      isOtherStorey ||
      now.reach !== before.reach ||
      now.reachPinned !== before.reachPinned ||
      now.held?.token !== before.held?.token ||
      (now.reachPinned && now.game !== before.game);
    if (isOtherReach) drawBands();
    const isOtherToken =
      isOtherStorey ||
      now.game !== before.game ||
      now.held?.token !== before.held?.token ||
      now.standings !== before.standings ||
      now.check !== before.check;
    if (isOtherToken) drawTokens();
    const isOtherHand =
      isOtherStorey ||
      now.held !== before.held ||
      now.waiting !== before.waiting ||
      now.asking !== before.asking ||
      now.shown !== before.shown ||
      now.reach !== before.reach ||
      now.hover !== before.hover ||
      now.check !== before.check ||
      now.standings !== before.standings ||
      now.reachPinned !== before.reachPinned;
    if (isOtherHand) drawHandSoon();
  });

  return {
    element,
    walk: animation.walk,

    /** Draw everything for the first time: piece by piece, to be seen when it is whole. */
    open: async () => {
      new ResizeObserver(fitToSize).observe(element);
      fitToSize();
      for (const draw of [drawGround, drawStanding]) {
        await nextTask();
        draw();
      }
      element.classList.add("is-open");
    },

    /** The token that walks over a point of the window; hands are quicker than feet. @type {(clientX: number, clientY: number) => string | undefined} */
    walkerAt: (clientX, clientY) =>
      animation.over(grid().cellAt(pointAt(camera, pixelAt({ clientX, clientY })))),

    /** The place of a token whose middle is at a point of the window. @type {(clientX: number, clientY: number, token?: Token) => Place} */
    placeAtPoint: (clientX, clientY, token) =>
      grid().placeAt(pointAt(camera, pixelAt({ clientX, clientY })), token ?? {}),

    /** Where the pointer holds the token now; null: the token sits on its cell. @type {(point: {clientX: number, clientY: number} | null) => void} */
    follow: (point) => {
      pointer = point && pixelAt(point);
      drawHandSoon();
    },

    /** @type {(dx: number, dy: number) => void} */
    pan: (dx, dy) => {
      isUntouched = false;
      look({ ...camera, x: camera.x + dx, y: camera.y + dy });
    },

    /** Zoom around a point of the window, or the middle of the board. @type {(factor: number, point?: {clientX: number, clientY: number}) => void} */
    zoom: (factor, point) => {
      isUntouched = false;
      const { width, height } = viewport();
      const at = point ? pixelAt(point) : { x: width / 2, y: height / 2 };
      look(zoomedAt(camera, factor, at, leastScale(viewport(), extent())));
    },

    fit: () => {
      isUntouched = false;
      look(fit(viewport(), extent()));
    },

    /** Move the map until a cell is well inside the board. @param {Place} place */
    reveal: (place) => {
      const { width, height } = viewport();
      const middle = grid().middleOf(place, {});
      const x = camera.x + middle.x * camera.scale;
      const y = camera.y + middle.y * camera.scale;
      const room = Math.min(2 * camera.scale, width / 4, height / 4);
      const dx = Math.max(0, room - x) - Math.max(0, x - (width - room));
      const dy = Math.max(0, room - y) - Math.max(0, y - (height - room));
      if (dx !== 0 || dy !== 0) look({ ...camera, x: camera.x + dx, y: camera.y + dy });
    },
  };
};

/**
 * What of the path is not judged yet, by its corners: all of it, or what was added since the last plan.
 *
 * @param {import("../drag.js").Held | null} held
 * @param {import("../app-state.js").Waiting | null} waiting
 * @param {import("../../core/protocol.js").Plan | null} plan
 * @param {Place} from
 * @returns {Place[]}
 */
const guessed = (held, waiting, plan, from) => {
  if (held?.answer) return [];
  const known = plan?.path?.at(-1);
  if (held) return known ? [known, held.to] : [from, ...held.via, held.to];
  return waiting && !known ? [from, waiting.to] : [];
};

/**
 * What is known of the path in hand: its plan, or until that is in what the map of destinations says of its end.
 *
 * @type {(state: AppState, held: import("../drag.js").Held) => {text: string, kind: string} | null}
 */
const wordOn = (state, held) => {
  const unit = unitOf(state);
  if (held.answer?.problem) return { text: held.answer.problem.message, kind: "impossible" };
  if (held.answer?.plan) {
    const { plan } = held.answer;
    return { text: [summaryOf(plan, unit), ...otherStorey(state, held)].join(DOT), kind: plan.verdict };
  }
  const isAtStart = held.via.length === 0 && isSame(held.to, held.from);
  if (isAtStart) return null;
  if (state.reach?.token !== held.token) return { text: "…", kind: "unknown" };
  return hoverWord(state, held.to) ?? { text: say("outOfReach"), kind: "impossible" };
};

/** Where a token stands, in words. @type {(game: import("../game.js").Game, token: Token) => string} */
const placeText = ({ scene }, { col, row }) => {
  if (gridOf(scene.grid).hasCells) return say("at.cell", { col: col + 1, row: row + 1 });
  const { distance: length = 5, units = "ft" } = scene.grid;
  return say("at.point", { left: distance(col * length, units), top: distance(row * length, units) });
};

/** The name of the storey where a path ends, if it begins on another. @type {(state: AppState, held: import("../drag.js").Held) => string[]} */
const otherStorey = ({ game }, { from, to }) => {
  const storey = storeyAt(game, to.elevation ?? 0);
  return storey && storey !== storeyAt(game, from.elevation ?? 0) ? [storeyName(storey)] : [];
};

/** @type {(state: AppState, place: Place | null) => {text: string, kind: string} | null} */
const hoverWord = (state, place) => {
  const token = tokenOf(state.game, state.held?.token ?? state.reach?.token ?? "");
  const found =
    place &&
    state.reach &&
    destinationAt(
      state.reach.map,
      gridOf(state.game.scene.grid),
      place,
      token,
      shownStorey(state)?.id ?? null,
    );
  return found ? { text: destinationSummary(found, unitOf(state)), kind: found.layer.kind } : null;
};

/** What is known of a place: of its cell, or without cells of the middle of what stands there. @type {(map: import("../../core/destination-map.js").DestinationMap, grid: import("../../core/grid.js").Grid, place: Place, token: Token | undefined, storey: string | null) => import("../../core/destination-map.js").Destination | null} */
const destinationAt = (map, grid, place, token, storey) => {
  if (grid.hasCells) return map.at(place.col, place.row, storey);
  const { x, y } = grid.middleOf(place, token ?? {});
  return map.around(x, y, storey);
};

const skeleton = () => html`
  <svg class="board-map" aria-hidden="false">
    ${patterns()}
    <g class="board-world">
      <g class="board-ground"></g>
      <g class="board-bands"></g>
      <g class="board-standing"></g>
    </g>
  </svg>
  <div class="board-tokens"></div>
  <svg class="board-over" aria-hidden="true"><g class="board-over-world"></g></svg>
  <div class="board-ghost" aria-hidden="true" hidden><span class="token-face"></span></div>
  <div class="board-label" aria-hidden="true" hidden></div>
`;

/** @param {HTMLElement} element */
const partsOf = (element) => {
  const find = (/** @type {string} */ name) => {
    const found = element.querySelector(`.${name}`);
    if (!found) throw new Error(`the board has no ${name}`);
    return found;
  };
  return {
    world: find("board-world"),
    ground: /** @type {SVGGElement} */ (find("board-ground")),
    bands: /** @type {SVGGElement} */ (find("board-bands")),
    standing: /** @type {SVGGElement} */ (find("board-standing")),
    tokens: /** @type {HTMLElement} */ (find("board-tokens")),
    overWorld: find("board-over-world"),
    hand: /** @type {SVGGElement} */ (find("board-over-world")),
    ghost: /** @type {HTMLElement} */ (find("board-ghost")),
    label: /** @type {HTMLElement} */ (find("board-label")),
  };
};
