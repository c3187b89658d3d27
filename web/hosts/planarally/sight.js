/**
 * What whoever sits here sees of the map, as the host has it: its fog lies over all else, and where that lets nothing through
 * nothing is seen. What is off the screen is not seen either, since the host draws no fog there.
 *
 * @import { Api, Point } from "./surface.js"
 * @typedef {(point: Point) => boolean} Sees
 */

/** The host's name of the layer that it draws its fog on. */
const FOG = "fow";
const OPAQUE = 255;
/** Of each pixel: red, green, blue, and how much of what is below is covered. */
const PARTS = 4;

/** Whether anything of a location may be covered. @param {Api} api */
export const hasFog = ({ systemsState: state, getShape }) => {
  const { fullFow, fowLos } = state.locationSettings.raw;
  const isDrawn = () =>
    [...state.properties.readonly.data.keys()].some((id) => getShape(id)?.options.preFogShape === true);
  return fullFow.value || fowLos.value || isDrawn();
};

/**
 * @param {Api} api
 * @param {() => (point: Point) => Point} screen  where points of the map are on the screen now
 */
export const createSight = (api, screen) => {
  const { systems, systemsState: state } = api;
  /** What was looked at in this turn of the page. @type {Map<number, Sees>} */
  const looked = new Map();

  /** @type {(floorId: number) => Sees} */
  const look = (floorId) => {
    const floor = systems.floors.getFloor({ id: floorId });
    const fog = floor && systems.floors.getLayer(floor, FOG);
    if (!fog) return () => false;
    const { canvas, ctx } = fog;
    const { width, height } = canvas;
    const onScreen = screen();
    const sharpness = width / fog.width;
    const { data } = ctx.getImageData(0, 0, width, height);
    return (point) => {
      const { x, y } = onScreen(point);
      const [right, down] = [Math.floor(x * sharpness), Math.floor(y * sharpness)];
      if (right < 0 || down < 0 || right >= width || down >= height) return false;
      return /** @type {number} */ (data[(down * width + right) * PARTS + PARTS - 1]) < OPAQUE;
    };
  };

  /** What of a floor is seen here; null: all of it. @type {(floorId: number | undefined) => Sees | null} */
  return (floorId) => {
    if (state.game.raw.isDm || floorId === undefined || !hasFog(api)) return null;
    const sees = looked.get(floorId) ?? look(floorId);
    if (looked.size === 0) queueMicrotask(() => looked.clear());
    looked.set(floorId, sees);
    return sees;
  };
};
