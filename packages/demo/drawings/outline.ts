/** SVG shapes without colors, in a square of 800 by 800. The layer with this outline has the color. */
export type Outline = readonly string[];
export type Point = readonly [x: number, y: number];

/** Create a closed shape from an SVG path. */
export function path(text: string): Outline {
  return [`<path d="${text}"/>`];
}

export function ellipse(cx: number, cy: number, [rx, ry]: readonly [rx: number, ry: number]): Outline {
  return [`<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`];
}

export function circle(cx: number, cy: number, r: number): Outline {
  return [`<circle cx="${cx}" cy="${cy}" r="${r}"/>`];
}

/** Create a rectangle whose corners are rounded with a radius. */
export function box(x: number, y: number, [width, height, radius = 0]: readonly number[]): Outline {
  return [`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`];
}

/** Create a line with round ends along an SVG path. */
export function line(text: string, width: number): Outline {
  return [`<path d="${text}" fill="none" stroke-width="${width}"/>`];
}

/**
 * Transform each shape of an outline, after the shape's existing transformations. SVG applies the last transformation in the
 * attribute first, so the new one is written at the start.
 */
function transform(outline: Outline, change: string): Outline {
  return outline.map((shape) =>
    shape.includes(' transform="')
      ? shape.replace(' transform="', ` transform="${change} `)
      : shape.replace("/>", ` transform="${change}"/>`),
  );
}

/** Rotate an outline by an angle in degrees around a point. */
export function rotate(outline: Outline, degrees: number, [cx, cy]: Point): Outline {
  return transform(outline, `rotate(${degrees} ${cx} ${cy})`);
}

/** Repeat an outline at several positions. */
export function repeat(outline: Outline, positions: readonly Point[]): Outline {
  return positions.flatMap(([x, y]) => transform(outline, `translate(${x} ${y})`));
}

/** Create the positions of a grid of squares in which every other row is shifted by half a square. */
export function grid([x0, y0]: Point, [x1, y1]: Point, step: number): Point[] {
  const rows = Math.floor((y1 - y0) / step) + 1;
  const columns = Math.floor((x1 - x0) / step) + 1;
  return Array.from({ length: rows * columns }, (_, index): Point => {
    const row = Math.floor(index / columns);
    return [x0 + (index % columns) * step + (row % 2) * (step / 2), y0 + row * step];
  });
}
