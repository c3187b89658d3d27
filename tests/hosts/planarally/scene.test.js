import assert from "node:assert/strict";
import { test } from "node:test";

import {
  centerOf,
  isInside,
  keptLayout,
  layoutOf,
  placeOf,
  sceneOf,
} from "../../../web/hosts/planarally/scene.js";

/** @import { GridType } from "../../../web/hosts/planarally/scene.js" */

const FEET = { unit: "ft", length: 5 };
const ONE = { x: 1, y: 1 };
const RADIUS = 50 / Math.sqrt(3);

/** The middles of cells as the host counts them, in axial coordinates. @type {{[type: string]: (q: number, r: number) => {x: number, y: number}}} */
const MIDDLES = {
  SQUARE: (q, r) => ({ x: q * 50 + 25, y: r * 50 + 25 }),
  POINTY_HEX: (q, r) => ({
    x: RADIUS * (Math.sqrt(3) * q + (Math.sqrt(3) / 2) * r),
    y: RADIUS * (1.5 * r + 1),
  }),
  FLAT_HEX: (q, r) => ({
    x: RADIUS * (1.5 * q + 1),
    y: RADIUS * ((Math.sqrt(3) / 2) * q + Math.sqrt(3) * r),
  }),
};

for (const [type, middleOf] of Object.entries(MIDDLES)) {
  test(`cells of ${type} have their middles where the host has them`, () => {
    const layout = layoutOf(/** @type {GridType} */ (type), true, FEET, [{ x: -412, y: 733 }]);
    for (let q = -9; q <= 9; q += 1) {
      for (let r = -9; r <= 9; r += 1) {
        const middle = middleOf(q, r);
        const place = placeOf(layout, { x: middle.x + 7, y: middle.y - 7 }, ONE);
        const found = centerOf(layout, place, ONE);
        assert.ok(Math.hypot(found.x - middle.x, found.y - middle.y) < 1e-6, `${q} ${r}`);
      }
    }
  });
}

test("a token of two by three cells lies where the host snaps it", () => {
  const layout = layoutOf("SQUARE", true, FEET, [{ x: 0, y: 0 }]);
  const size = { x: 2, y: 3 };
  const place = placeOf(layout, { x: 104, y: 121 }, size);
  assert.deepEqual(centerOf(layout, place, size), { x: 100, y: 125 });
});

test("one window serves a turn, a step to the side makes no other", () => {
  const first = layoutOf("SQUARE", true, FEET, [{ x: 0, y: 0 }]);
  const later = layoutOf("SQUARE", true, FEET, [{ x: 1700, y: 0 }]);
  assert.notDeepEqual(first, later);
  assert.equal(keptLayout(first, later, { x: 1500, y: 0 }), first);
  assert.equal(keptLayout(first, later, { x: 9000, y: 0 }), later);
  const metres = layoutOf("SQUARE", true, { unit: "m", length: 5 }, [{ x: 0, y: 0 }]);
  assert.equal(keptLayout(first, metres, { x: 0, y: 0 }), metres);
});

test("walls, ground and tokens are told in cells of the window; what is far away is not", () => {
  const layout = layoutOf("SQUARE", true, FEET, [{ x: 25, y: 25 }]);
  const { col, row } = placeOf(layout, { x: 25, y: 25 }, ONE);
  const token = { name: "", size: ONE, disposition: /** @type {const} */ ("neutral"), hidden: false };
  const scene = sceneOf(layout, {
    tokens: [
      { ...token, id: "near", center: { x: 75, y: 25 } },
      { ...token, id: "far", center: { x: 90_000, y: 25 } },
    ],
    outlines: [
      {
        id: "room",
        points: [
          [50, 0],
          [50, 100],
          [100, 100],
        ],
        isClosed: true,
      },
      {
        id: "far",
        points: [
          [90_000, 0],
          [90_050, 0],
        ],
        isClosed: false,
      },
    ],
    grounds: [
      {
        id: "mud",
        name: "",
        points: [
          [0, 0],
          [50, 0],
          [50, 50],
        ],
        kind: "difficult",
        multiplier: 2,
      },
    ],
  });
  assert.deepEqual(
    scene.tokens?.map((one) => [one.id, one.col - col, one.row - row]),
    [["near", 1, 0]],
  );
  assert.deepEqual(
    scene.walls?.map(({ a, b }) => [a[0] - col, a[1] - row, b[0] - col, b[1] - row]),
    [
      [1, 0, 1, 2],
      [1, 2, 2, 2],
      [2, 2, 1, 0],
    ],
  );
  assert.deepEqual(scene.regions?.[0], {
    id: "mud",
    name: "",
    kind: "difficult",
    cost_multiplier: 2,
    area: {
      polygon: [
        [col, row],
        [col + 1, row],
        [col + 1, row + 1],
      ],
    },
  });
});

test("what reaches over the window's edge is outside", () => {
  const layout = layoutOf("SQUARE", true, FEET, [{ x: 0, y: 0 }]);
  const { cols } = layout.grid;
  assert.ok(isInside(layout, { col: cols - 2, row: 0 }, { x: 2, y: 1 }));
  assert.ok(!isInside(layout, { col: cols - 1, row: 0 }, { x: 2, y: 1 }));
});
