/**
 * The yardstick of the speed of boards: Dijkstra's search with a bucket queue over typed arrays, on masks of the
 * board that were made before.
 */

/**
 * @typedef {object} PeerBoard  A board as searches over single cells read it; cell (col, row) is `row * stride + col`.
 * @property {number} cols
 * @property {number} rows
 * @property {number} stride
 * @property {number[]} deltas  Per direction, how far a step leads.
 * @property {Uint8Array} open  Per cell, a bit for each direction in which a step is allowed.
 * @property {Uint8Array} enter  Per cell, what a step into it costs; 0: none leads into it.
 */

/**
 * @typedef {object} Dijkstra
 * @property {(from: number, limit: number) => number} run  Finds the costs from a cell; returns how many cells were found.
 * @property {(cell: number) => number} cost  What was found last; -1: no way.
 */

/**
 * @param {PeerBoard} board
 * @returns {Dijkstra}
 */
export function createDijkstra({ deltas, enter, open, stride, rows }) {
  const size = stride * rows;
  const costs = new Int32Array(size).fill(-1);
  const found = new Int32Array(size);
  let count = 0;

  const span = enter.reduce((most, cost) => Math.max(most, cost), 0) + 1;
  // Lists of cells, one per cost to come; a cell is on as many as it was bettered.
  const heads = new Int32Array(span).fill(-1);
  const entries = new Int32Array(size * deltas.length);
  const nexts = new Int32Array(size * deltas.length);

  const forget = () => {
    for (let place = 0; place < count; place += 1) costs[/** @type {number} */ (found[place])] = -1;
    count = 0;
  };

  return {
    run(from, limit) {
      forget();
      costs[from] = 0;
      found[count++] = from;
      entries[0] = from;
      nexts[0] = -1;
      heads[0] = 0;
      let made = 1;
      let waiting = 1;
      for (let at = 0; waiting > 0; at += 1) {
        const slot = at % span;
        let entry = /** @type {number} */ (heads[slot]);
        heads[slot] = -1;
        for (; entry >= 0; entry = /** @type {number} */ (nexts[entry])) {
          waiting -= 1;
          const cell = /** @type {number} */ (entries[entry]);
          if (costs[cell] !== at) continue;
          const ways = /** @type {number} */ (open[cell]);
          for (let direction = 0; direction < deltas.length; direction += 1) {
            if (!(ways & (1 << direction))) continue;
            const next = cell + /** @type {number} */ (deltas[direction]);
            const cost = at + /** @type {number} */ (enter[next]);
            const known = /** @type {number} */ (costs[next]);
            if (cost > limit || (known >= 0 && known <= cost)) continue;
            if (known < 0) found[count++] = next;
            costs[next] = cost;
            entries[made] = next;
            nexts[made] = /** @type {number} */ (heads[cost % span]);
            heads[cost % span] = made;
            made += 1;
            waiting += 1;
          }
        }
      }
      return count;
    },
    cost: (cell) => /** @type {number} */ (costs[cell]),
  };
}
