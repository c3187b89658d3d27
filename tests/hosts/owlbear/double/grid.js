/** The middles of cells of the host's grids: squares whose corners are at whole numbers, hexes around the origin. */

const ROOT_THREE = Math.sqrt(3);

/** @type {(grid: {type: string, dpi: number}, point: {x: number, y: number}) => {x: number, y: number}} */
export const snapped = ({ type, dpi }, { x, y }) => {
  if (!type.startsWith("HEX"))
    return { x: (Math.floor(x / dpi) + 0.5) * dpi, y: (Math.floor(y / dpi) + 0.5) * dpi };
  const isUpright = type === "HEX_VERTICAL";
  const [along, across] = isUpright ? [x, y] : [y, x];
  const line = Math.round(across / ((dpi * ROOT_THREE) / 2));
  const candidates = [line - 1, line, line + 1].map((number) => {
    const shift = number % 2 === 0 ? 0 : dpi / 2;
    const place = Math.round((along - shift) / dpi) * dpi + shift;
    return { along: place, across: (number * dpi * ROOT_THREE) / 2 };
  });
  const nearest = candidates.reduce((best, one) =>
    Math.hypot(one.along - along, one.across - across) < Math.hypot(best.along - along, best.across - across)
      ? one
      : best,
  );
  return isUpright ? { x: nearest.along, y: nearest.across } : { x: nearest.across, y: nearest.along };
};
