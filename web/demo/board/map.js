/**
 * The drawing of a scene, in cells: ground, decor, regions, walls. All colours come from the style sheet.
 *
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../game.js").Decor} Decor
 * @typedef {NonNullable<import("../game.js").Scene["regions"]>[number]} Region
 * @typedef {NonNullable<import("../game.js").Scene["walls"]>[number]} Wall
 * @typedef {{col: number, row: number}} Place
 * @typedef {{x: number, y: number, cols: number, rows: number}} Box
 * @typedef {import("lit").TemplateResult} Template
 */

import { nothing, svg } from "lit";
import { outlineOf } from "./outline.js";

// A broken or hostile scene must not make the page draw for minutes.
const MAX_CELLS = 20_000;
/** How far the ground goes on around the map, so that it does not look cut out. */
const BEYOND = 40;

/** Patterns of ground and of price bands; the legend uses the latter, too. */
export const patterns = () => svg`
  <defs>
    <pattern id="map-grid" width="1" height="1" patternUnits="userSpaceOnUse"><path class="map-gridline" d="M0 0H1M0 0V1" /></pattern>
    <pattern id="map-earth" width="4" height="4" patternUnits="userSpaceOnUse">
      <path class="map-tuft" d="M.6 .9l-.07-.13M.65 .9v-.19M.7 .9l.07-.13M2.8 .5l-.07-.13M2.85 .5v-.19M2.9 .5l.07-.13M1.7 2.2l-.07-.13M1.75 2.2v-.19M1.8 2.2l.07-.13M3.4 2.95l-.07-.13M3.45 2.95v-.19M3.5 2.95l.07-.13M.8 3.5l-.07-.13M.85 3.5v-.19M.9 3.5l.07-.13" />
    </pattern>
    <pattern id="map-slabs" width="1" height="1" patternUnits="userSpaceOnUse"><path class="map-slab" d="M0 .5H1M.5 0V.5M0 .5V1M0 0H1" /></pattern>
    <pattern id="map-boards" width="2" height="1" patternUnits="userSpaceOnUse"><path class="map-board-line" d="M0 0H2M0 .25H2M0 .5H2M0 .75H2M.4 0V.25M1.5 .25V.5M.9 .5V.75M1.8 .75V1" /></pattern>
    <pattern id="map-ripples" width="2" height="1.2" patternUnits="userSpaceOnUse"><path class="map-ripple" d="M.2 .35q.2 -.14 .4 0t.4 0M1.15 .95q.2 -.14 .4 0t.4 0" /></pattern>
    <pattern id="map-drop" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="map-drop-line" d="M0 0V.5" /></pattern>
    <pattern id="map-mesh" width=".2" height=".2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="map-mesh-line" d="M0 0H.2M0 0V.2" /></pattern>
    <pattern id="map-bricks" width="1" height=".5" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0H1M0 .25H1M.25 0V.25M.75 .25V.5" /></pattern>
    <pattern id="map-timber" width=".25" height="1" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0V1M.06 .3H.18M.08 .8H.16" /></pattern>
    <pattern id="map-metal" width="1" height="1" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0H1M0 0V1" /><path class="map-gleam" d="M.2 .8L.5 .2M.4 .85L.6 .45" /></pattern>
    <pattern id="map-ivy" width=".5" height=".5" patternUnits="userSpaceOnUse"><path class="map-leaf" d="M.1 .15q.1 -.12 .16 0q-.06 .12 -.16 0M.3 .38q.1 -.12 .16 0q-.06 .12 -.16 0" /></pattern>
    <pattern id="map-grass" width=".5" height=".5" patternUnits="userSpaceOnUse"><path class="map-blade" d="M.1 .2l-.03 -.12M.13 .2v-.14M.35 .42l.04 -.12M.32 .42v-.14" /></pattern>
    <pattern id="map-mud" width="1" height=".5" patternUnits="userSpaceOnUse"><path class="map-furrow" d="M0 .12q.25 .1 .5 0t.5 0M0 .38q.25 .1 .5 0t.5 0" /></pattern>
    <pattern id="band-free" width=".5" height=".5" patternUnits="userSpaceOnUse"><circle class="band-ink band-free" cx=".25" cy=".25" r=".035" /></pattern>
    <pattern id="band-penalised-1" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-line band-penalised-1" d="M.25 0V.5" /></pattern>
    <pattern id="band-penalised-2" width=".25" height=".25" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-line band-penalised-2" d="M.125 0V.25" /></pattern>
    <pattern id="band-penalised-3" width=".25" height=".25" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-line band-penalised-3" d="M.125 0V.25M0 .125H.25" /></pattern>
    <pattern id="band-roll" width=".5" height=".34" patternUnits="userSpaceOnUse"><path class="band-line band-roll" d="M0 .24L.125 .1L.25 .24L.375 .1L.5 .24" /></pattern>
    <pattern id="band-impossible" width=".5" height=".5" patternUnits="userSpaceOnUse"><path class="band-line band-impossible" d="M.16 .16L.34 .34M.34 .16L.16 .34" /></pattern>
  </defs>
`;

/**
 * The scene below the price bands.
 *
 * @param {Game} game
 */
export const ground = (game) => {
  const { cols, rows } = game.scene.grid;
  const regions = game.scene.regions ?? [];
  return svg`
    <rect class="map-beyond" x=${-BEYOND} y=${-BEYOND} width=${cols + 2 * BEYOND} height=${rows + 2 * BEYOND} />
    <rect x=${-BEYOND} y=${-BEYOND} width=${cols + 2 * BEYOND} height=${rows + 2 * BEYOND} fill="url(#map-earth)" />
    <rect class="map-frame" width=${cols} height=${rows} />
    <rect class="map-ground" width=${cols} height=${rows} />
    <rect width=${cols} height=${rows} fill="url(#map-earth)" />
    ${game.decor.map(decorShape)}
    ${regions.filter(({ kind }) => kind !== "obstacle").map((region) => regionShape(region, game.looks[region.id]))}
    <rect width=${cols} height=${rows} fill="url(#map-grid)" />
  `;
};

/**
 * The scene above the price bands: what stands up.
 *
 * @param {Game} game
 */
export const standing = (game) => {
  const regions = game.scene.regions ?? [];
  const walls = game.scene.walls ?? [];
  const isDoor = (/** @type {Wall} */ wall) => game.looks[wall.id] === "door";
  return svg`
    ${regions.filter(({ kind }) => kind === "obstacle").map((region) => obstacleShape(region, game.looks[region.id]))}
    <g class="map-walls-shade">${walls.filter((wall) => !isDoor(wall)).map(wallShape)}</g>
    <g class="map-walls">${walls.filter((wall) => !isDoor(wall)).map(wallShape)}</g>
    <g class="map-doors">${walls.filter(isDoor).map(doorShape)}</g>
  `;
};

/** @param {Decor} decor */
const decorShape = ({ kind, rect: [x, y, cols, rows] }) => {
  const middle = y + rows / 2;
  if (kind === "street") {
    return svg`
      <rect class="map-street" x=${x} y=${y} width=${cols} height=${rows} />
      <path class="map-lane" d="M${x} ${middle}H${x + cols}" />
    `;
  }
  if (kind === "pavement") return filled("map-pavement", "map-slabs", { x, y, cols, rows });
  if (kind === "boards") return filled("map-boards", "map-boards", { x, y, cols, rows });
  return svg`<rect class="map-concrete" x=${x} y=${y} width=${cols} height=${rows} />`;
};

/** @type {(name: string, pattern: string, box: Box) => Template} */
const filled = (name, pattern, { x, y, cols, rows }) => svg`
  <rect class=${name} x=${x} y=${y} width=${cols} height=${rows} />
  <rect x=${x} y=${y} width=${cols} height=${rows} fill="url(#${pattern})" />
`;

/** @type {(region: Region, look: string | undefined) => Template} */
const regionShape = (region, look) => {
  const cells = cellsOf(region);
  const shape = (look !== undefined && Object.hasOwn(GROUNDS, look) && GROUNDS[look]) || SHAPES[region.kind];
  return svg`
    <g class="map-region">${shape?.(cells)}${flow(region, cells)}<title>${region.name || region.kind}</title></g>
  `;
};

/** Which way a current carries: arrows in some of the cells. @type {(region: Region, cells: Place[]) => Template[] | null} */
const flow = (region, cells) => {
  const [across, down] = (region.kind === "water" && region.current) || [0, 0];
  if (across === 0 && down === 0) return null;
  const turn = (Math.atan2(down, across) * 180) / Math.PI;
  return cells
    .filter(({ col, row }) => (col * 3 + row * 5) % 7 === 0)
    .map(
      ({ col, row }) => svg`
        <path class="map-flow" transform="translate(${col + 0.5} ${row + 0.5}) rotate(${turn})" d="M-.26 0H.26M.1 -.16L.26 0L.1 .16" />
      `,
    );
};

/** Grounds and faces that are more than their kind. @type {{[look: string]: (cells: Place[]) => Template}} */
const GROUNDS = {
  bricks: (cells) => face(cells, "bricks"),
  timber: (cells) => face(cells, "timber"),
  metal: (cells) => face(cells, "metal"),
  ivy: (cells) => face(cells, "ivy"),
  chasm: (cells) => {
    const line = outlineOf(cells, 0.04);
    return svg`<path class="map-gap" d=${line} /><path d=${line} fill="url(#map-drop)" /><path class="map-gap-edge" d=${line} />`;
  },
  mines: (cells) => svg`
    <path class="map-mined" d=${outlineOf(cells, 0.12)} />
    ${cells.map(
      ({ col, row }) => svg`
        <g transform="translate(${col + 0.5} ${row + 0.5})">
          <circle class="map-shade" cx=".04" cy=".06" r=".26" /><circle class="map-mine" r=".23" />
          <path class="map-mine-mark" d="M0 -.34V-.23M0 .23V.34M-.34 0H-.23M.23 0H.34" /><circle class="map-mine-cap" r=".08" />
        </g>
      `,
    )}
  `,
  ladder: (cells) =>
    svg`${cells.map(
      ({ col, row }) => svg`
      <path class="map-ladder" transform="translate(${col} ${row})" d="M.28 0V1M.72 0V1M.28 .15H.72M.28 .38H.72M.28 .62H.72M.28 .85H.72" />
    `,
    )}`,
  grass: (cells) => patch(cells, "grass"),
  mud: (cells) => patch(cells, "mud"),
  brush: (cells) => svg`
    <path class="map-brush" d=${outlineOf(cells, 0.4)} />
    ${cells.flatMap(bushes)}
  `,
  fire: (cells) => svg`
    <path class="map-fire" d=${outlineOf(cells, 0.4)} />
    ${cells.filter(({ col, row }) => (col + row) % 2 === 0).map(flame)}
  `,
};

/** Something that stands up and is climbed. @type {(cells: Place[], name: string) => Template} */
const face = (cells, name) => {
  const line = outlineOf(cells, 0.04);
  return svg`<path class="map-face map-face-${name}" d=${line} /><path d=${line} fill="url(#map-${name})" />`;
};

/** @type {(cells: Place[], name: string) => Template} */
const patch = (cells, name) => {
  const line = outlineOf(cells, 0.4);
  return svg`<path class="map-patch-${name}" d=${line} /><path d=${line} fill="url(#map-${name})" />`;
};

/** @param {Place} cell */
const bushes = ({ col, row }) => {
  const chance = chanceFrom(col * 7877 + row * 99_991);
  return Array.from(
    { length: 3 },
    () =>
      svg`<circle class="map-bush" cx=${col + 0.2 + chance() * 0.6} cy=${row + 0.2 + chance() * 0.6} r=${0.14 + chance() * 0.12} />`,
  );
};

/** @param {Place} cell */
const flame = ({ col, row }) => svg`
  <g transform="translate(${col + 0.5} ${row + 0.55})">
    <path class="map-flame" d="M0 .34q-.3 -.06 -.26 -.36q.02 -.16 .14 -.24q0 .12 .08 .14q-.02 -.22 .14 -.34q0 .16 .12 .28t.06 .3q-.04 .2 -.28 .22Z" />
    <path class="map-flame-core" d="M0 .3q-.12 -.06 -.08 -.2q.04 -.08 .1 -.12q.1 .12 .08 .2q-.02 .1 -.1 .12Z" />
  </g>
`;

/** @type {{[kind: string]: (cells: Place[]) => Template}} */
const SHAPES = {
  water: (cells) => {
    const line = outlineOf(cells, 0.45);
    return svg`
      <path class="map-bank" d=${line} /><path class="map-water" d=${line} /><path d=${line} fill="url(#map-ripples)" />
    `;
  },
  gap: (cells) => {
    const line = outlineOf(cells, 0.16);
    return svg`<path class="map-gap" d=${line} /><path d=${line} fill="url(#map-drop)" /><path class="map-gap-edge" d=${line} />`;
  },
  difficult: (cells) => svg`
    <path class="map-debris" d=${outlineOf(cells, 0.4)} />
    ${cells.flatMap(stones)}
  `,
  climb: (cells) => svg`
    <path class="map-fence-foot" d=${outlineOf(cells, 0.1)} />
    ${fence(boxOf(cells))}
  `,
};

/** A few stones in a cell, the same ones at each drawing. @param {Place} cell */
const stones = ({ col, row }) => {
  const chance = chanceFrom(col * 7919 + row * 104_729);
  return Array.from({ length: 5 }, () => {
    const [x, y, size] = [col + 0.12 + chance() * 0.72, row + 0.12 + chance() * 0.72, 0.09 + chance() * 0.13];
    const points = Array.from({ length: 5 }, (_, corner) => {
      const angle = ((corner + chance() * 0.6) / 5) * 2 * Math.PI;
      return `${(x + Math.cos(angle) * size).toFixed(3)},${(y + Math.sin(angle) * size * 0.85).toFixed(3)}`;
    });
    return svg`<polygon class="map-stone map-stone-${Math.floor(chance() * 3)}" points=${points.join(" ")} />`;
  });
};

/** @type {(seed: number) => () => number} */
const chanceFrom = (seed) => {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** A fence with its posts along the longer side of a box. @param {Box} box */
const fence = ({ x, y, cols, rows }) => {
  const isFlat = cols >= rows;
  const posts = Array.from({ length: Math.max(cols, rows) + 1 }, (_, at) =>
    isFlat ? { x: x + at, y: y + rows / 2 } : { x: x + cols / 2, y: y + at },
  );
  const rail = isFlat
    ? { x, y: y + rows / 2 - 0.14, width: cols, height: 0.28 }
    : { x: x + cols / 2 - 0.14, y, width: 0.28, height: rows };
  return svg`
    <rect class="map-fence-mesh" x=${rail.x} y=${rail.y} width=${rail.width} height=${rail.height} fill="url(#map-mesh)" />
    ${posts.map((post) => svg`<circle class="map-fence-post" cx=${post.x} cy=${post.y} r=".09" />`)}
  `;
};

/** @type {(region: Region, look: string | undefined) => Template} */
const obstacleShape = (region, look) => {
  const cells = cellsOf(region);
  const box = boxOf(cells);
  const shape = (look && LOOKS[look]?.(box)) || svg`<path class="map-block" d=${outlineOf(cells, 0.12)} />`;
  return svg`<g class="map-region">${shape}<title>${region.name || region.kind}</title></g>`;
};

/** @type {{[look: string]: (box: Box) => Template}} */
const LOOKS = {
  van: ({ x, y, cols, rows }) => svg`
    <g transform="translate(${x} ${y}) scale(${cols / 4} ${rows / 2})">
      <rect class="map-shade" x=".1" y=".22" width="3.86" height="1.74" rx=".3" />
      <path class="map-tyre" d="M.55 .1h.7M2.75 .1h.7M.55 1.9h.7M2.75 1.9h.7" />
      <path class="map-van" d="M.3 .16H3.3Q3.86 .2 3.86 .62V1.38Q3.86 1.8 3.3 1.84H.3Q.12 1.84 .12 1.66V.34Q.12 .16 .3 .16Z" />
      <rect class="map-van-roof" x=".3" y=".34" width="2.2" height="1.32" rx=".1" />
      <path class="map-van-rib" d="M.85 .34V1.66M1.4 .34V1.66M1.95 .34V1.66M.12 1H.3" />
      <path class="map-glass" d="M2.78 .42Q3.16 .5 3.16 1T2.78 1.58L2.64 1.5V.5Z" />
      <path class="map-lamp" d="M3.7 .4v.2M3.7 1.4v.2" />
      <path class="map-lamp map-lamp-rear" d="M.16 .36v.22M.16 1.42v.22" />
    </g>
  `,
  crates: ({ x, y, cols, rows }) =>
    svg`${places({ x, y, cols, rows }).map(
      ({ col, row }) => svg`
        <g transform="translate(${col} ${row})">
          <rect class="map-shade" x=".12" y=".16" width=".84" height=".82" rx=".05" />
          <rect class="map-crate" x=".07" y=".07" width=".84" height=".84" rx=".05" />
          <path class="map-crate-line" d="M.07 .25H.91M.07 .73H.91M.2 .25L.78 .73M.78 .25L.2 .73" />
        </g>
      `,
    )}`,
  tank: ({ x, y, cols, rows }) => svg`
    <g transform="translate(${x + cols / 2} ${y + rows / 2}) scale(${Math.min(cols, rows) / 2})">
      <circle class="map-shade" cx=".1" cy=".14" r=".88" /><circle class="map-block" r=".86" />
      <circle class="map-tank-ring" r=".56" /><path class="map-tank-ring" d="M-.86 0H.86M0 -.86V.86" />
    </g>
  `,
  duct: ({ x, y, cols, rows }) => svg`
    <rect class="map-shade" x=${x + 0.14} y=${y + 0.2} width=${cols - 0.16} height=${rows - 0.2} rx=".08" />
    <rect class="map-block" x=${x + 0.08} y=${y + 0.1} width=${cols - 0.16} height=${rows - 0.2} rx=".08" />
    ${places({ x, y, cols, rows }).map(
      ({ col, row }) =>
        svg`<circle class="map-tank-ring" cx=${col + 0.5} cy=${row + 0.5} r=".24" /><path class="map-tank-ring" d="M${col + 0.33} ${row + 0.33}L${col + 0.67} ${row + 0.67}M${col + 0.67} ${row + 0.33}L${col + 0.33} ${row + 0.67}" />`,
    )}
  `,
  barge: ({ x, y, cols, rows }) => svg`
    <g transform="translate(${x} ${y}) scale(${cols / 4} ${rows})">
      <path class="map-boards map-barge" d="M.1 .14H3.1Q3.7 .2 3.92 .5Q3.7 .8 3.1 .86H.1Z" /><rect class="map-van-roof" x=".5" y=".28" width="1.1" height=".44" rx=".06" />
    </g>
  `,
  skip: ({ x, y, cols, rows }) => svg`
    <rect class="map-shade" x=${x + 0.14} y=${y + 0.2} width=${cols - 0.18} height=${rows - 0.2} rx=".1" />
    <rect class="map-skip" x=${x + 0.08} y=${y + 0.1} width=${cols - 0.16} height=${rows - 0.2} rx=".12" />
    <rect class="map-skip-inside" x=${x + 0.28} y=${y + 0.3} width=${cols - 0.56} height=${rows - 0.6} rx=".06" />
    <path class="map-skip-load" d="M${x + 0.5} ${y + rows - 0.4}L${x + 0.9} ${y + 0.6}L${x + 1.3} ${y + rows - 0.6}L${x + 1.8} ${y + 0.5}L${x + 2.4} ${y + rows - 0.45}" />
  `,
  tree: ({ x, y, cols, rows }) => svg`
    <g transform="translate(${x + cols / 2} ${y + rows / 2})">
      <circle class="map-shade" cx=".08" cy=".12" r=".86" />
      <path class="map-tree" d="M0 -.84q.36 -.06 .5 .24q.36 .06 .34 .42q.2 .3 -.06 .56q-.02 .36 -.38 .4q-.26 .24 -.54 .02q-.36 .1 -.54 -.22q-.32 -.16 -.22 -.5q-.14 -.34 .16 -.52q.06 -.38 .44 -.36q.12 -.06 .3 -.04Z" />
      <path class="map-tree-light" d="M-.1 -.5q.3 -.14 .46 .1M-.42 -.1q0 -.2 .16 -.24M.14 .02q.22 -.06 .3 .16M-.2 .36q.16 .12 .32 0" />
    </g>
  `,
};

/** A wall; one that lets pass in one direction has a barb that points there. @param {Wall} wall */
const wallShape = ({ a, b, blocks = "both" }) => svg`
  <line x1=${a[0]} y1=${a[1]} x2=${b[0]} y2=${b[1]} />
  ${blocks === "both" ? nothing : svg`<path d=${barb(a, b, blocks === "left" ? 1 : -1)} />`}
`;

/** @type {(a: [number, number], b: [number, number], to: 1 | -1) => string} */
const barb = ([ax, ay], [bx, by], to) => {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [alongX, alongY] = [(bx - ax) / length / 6, (by - ay) / length / 6];
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return `M${x - alongX} ${y - alongY}L${x + alongY * to} ${y - alongX * to}L${x + alongX} ${y + alongY}`;
};

/** A door in its frame; an open one is swung out of it around its first end. @param {Wall} wall */
const doorShape = ({ id, a, b, open }) => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const leaf = open ? [a[0] - dy * 0.9, a[1] + dx * 0.9] : b;
  return svg`
    <g class="map-door-group" data-door=${id} role="button" tabindex="0" aria-label=${open ? "Close the door" : "Open the door"}>
      <line class="map-threshold" x1=${a[0]} y1=${a[1]} x2=${b[0]} y2=${b[1]} />
      <line class="map-door" x1=${a[0]} y1=${a[1]} x2=${leaf[0]} y2=${leaf[1]} />
      <line class="map-door-hit" x1=${a[0]} y1=${a[1]} x2=${b[0]} y2=${b[1]} />
      <title>${open ? "Open door: click to close it" : "Closed door: click to open it"}</title>
    </g>
  `;
};

/** @param {Region} region @returns {Place[]} */
const cellsOf = ({ area }) => {
  if ("rect" in area) {
    const [x, y, cols, rows] = area.rect;
    return places({ x, y, cols, rows });
  }
  if ("polygon" in area) return inside(area.polygon);
  return area.cells.slice(0, MAX_CELLS).map(([col, row]) => ({ col, row }));
};

/** The cells whose middle is inside an outline. @param {[number, number][]} corners @returns {Place[]} */
const inside = (corners) => {
  const [xs, ys] = [corners.map(([x]) => Math.floor(x)), corners.map(([, y]) => Math.floor(y))];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = { x, y, cols: Math.max(...xs) - x + 1, rows: Math.max(...ys) - y + 1 };
  const lines = corners.map((from, at) => ({ from, to: corners[(at + 1) % corners.length] ?? from }));
  return places(box).filter(({ col, row }) => {
    const right = lines.filter(({ from: [fromX, fromY], to: [toX, toY] }) => {
      const crosses = fromY <= row + 0.5 !== toY <= row + 0.5;
      return crosses && fromX + ((toX - fromX) * (row + 0.5 - fromY)) / (toY - fromY) > col + 0.5;
    });
    return right.length % 2 === 1;
  });
};

/** @param {Box} box @returns {Place[]} */
const places = ({ x, y, cols, rows }) => {
  const count = Math.min(MAX_CELLS, Math.max(0, cols * rows));
  return Array.from({ length: count }, (_, at) => ({ col: x + (at % cols), row: y + Math.floor(at / cols) }));
};

/** @param {Place[]} cells @returns {Box} */
const boxOf = (cells) => {
  const xs = cells.map(({ col }) => col);
  const ys = cells.map(({ row }) => row);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, cols: Math.max(...xs) - x + 1, rows: Math.max(...ys) - y + 1 };
};
