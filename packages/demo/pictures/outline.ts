/** Shapes of SVG in a square of 800 by 800, without colors: the layer that holds them gives one to all. */
export type Outline = readonly string[];
export type Point = readonly [x: number, y: number];

/** Make a closed shape of an SVG path. */
export function path(text: string): Outline {
  return [`<path d="${text}"/>`];
}

export function ellipse(cx: number, cy: number, [rx, ry]: Point): Outline {
  return [`<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`];
}

export function circle(cx: number, cy: number, r: number): Outline {
  return [`<circle cx="${cx}" cy="${cy}" r="${r}"/>`];
}

/** Make a rectangle with round corners. */
export function box(x: number, y: number, [width, height, round = 0]: readonly number[]): Outline {
  return [`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>`];
}

/** Make a line along a path, with round ends. */
export function line(text: string, width: number): Outline {
  return [`<path d="${text}" fill="none" stroke-width="${width}"/>`];
}

function transform(outline: Outline, change: string): Outline {
  return outline.map((shape) =>
    shape.includes(' transform="')
      ? shape.replace(' transform="', ` transform="${change} `)
      : shape.replace("/>", ` transform="${change}"/>`),
  );
}

/** Turn an outline by an angle in degrees around a point. */
export function turned(outline: Outline, degrees: number, [cx, cy]: Point): Outline {
  return transform(outline, `rotate(${degrees} ${cx} ${cy})`);
}

/** Place an outline several times. */
export function repeated(outline: Outline, places: readonly Point[]): Outline {
  return places.flatMap(([x, y]) => transform(outline, `translate(${x} ${y})`));
}

/** Places on a grid of squares, every other row moved by half. */
export function grid([x0, y0]: Point, [x1, y1]: Point, step: number): Point[] {
  const rows = Math.floor((y1 - y0) / step) + 1;
  const columns = Math.floor((x1 - x0) / step) + 1;
  return Array.from({ length: rows * columns }, (_, index): Point => {
    const row = Math.floor(index / columns);
    return [x0 + (index % columns) * step + (row % 2) * (step / 2), y0 + row * step];
  });
}
