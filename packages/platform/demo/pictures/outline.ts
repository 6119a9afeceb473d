/** Closed polygons in a square of 800 by 800; one that runs the other way round cuts a hole. */
export type Outline = readonly (readonly Point[])[];
export type Point = readonly [x: number, y: number];

/** A curve becomes this many straight pieces. */
const pieces = 24;

interface Pen {
  polygons: Point[][];
  at: Point;
}

function along(steps: number, place: (t: number) => Point): Point[] {
  return Array.from({ length: steps }, (_, step) => place((step + 1) / steps));
}

function quadratic([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): Point[] {
  return along(pieces, (t) => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2];
  });
}

function cubic(from: Point, controls: readonly [Point, Point, Point]): Point[] {
  const [[x1, y1], [x2, y2], [x3, y3]] = controls;
  return along(pieces, (t) => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    return [a * from[0] + b * x1 + c * x2 + d * x3, a * from[1] + b * y1 + c * y2 + d * y3];
  });
}

/** The points a command adds; it takes one, two or three points by its letter. */
function draw(pen: Pen, letter: string, [first, second, third]: Point[]): void {
  if (!first) return;
  const current = pen.polygons.at(-1) ?? [];
  if (letter === "M") pen.polygons.push([first]);
  else if (letter === "C" && second && third) current.push(...cubic(pen.at, [first, second, third]));
  else if (letter === "Q" && second) current.push(...quadratic(pen.at, first, second));
  else current.push(first);
  pen.at = third ?? second ?? first;
}

/** Reads a path of the commands M, L, Q and C with absolute coordinates; every part is closed. */
export function path(text: string): Outline {
  const pen: Pen = { polygons: [], at: [0, 0] };
  for (const [, letter = "", numbers = ""] of text.matchAll(/([MLQC])([^MLQCZ]*)/g)) {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const points = values.flatMap((x, index): Point[] => (index % 2 ? [] : [[x, values[index + 1] ?? 0]]));
    const size = { M: 1, L: 1, Q: 2, C: 3 }[letter] ?? 1;
    for (let index = 0; index < points.length; index += size) {
      draw(pen, letter, points.slice(index, index + size));
    }
  }
  return pen.polygons;
}

export function ellipse(cx: number, cy: number, [rx, ry]: Point): Outline {
  const turn = (t: number): Point => [
    cx + rx * Math.cos(t * 2 * Math.PI),
    cy + ry * Math.sin(t * 2 * Math.PI),
  ];
  return [along(72, turn)];
}

export function circle(cx: number, cy: number, r: number): Outline {
  return ellipse(cx, cy, [r, r]);
}

/** A rectangle with round corners. */
export function box(x: number, y: number, [width, height, round = 0]: readonly number[]): Outline {
  const [w, h, r] = [width ?? 0, height ?? 0, round];
  return path(
    `M${x + r} ${y} L${x + w - r} ${y} Q${x + w} ${y} ${x + w} ${y + r} L${x + w} ${y + h - r}
     Q${x + w} ${y + h} ${x + w - r} ${y + h} L${x + r} ${y + h} Q${x} ${y + h} ${x} ${y + h - r}
     L${x} ${y + r} Q${x} ${y} ${x + r} ${y}`,
  );
}

/** Where a line's border lies beside its point of a number, on the left of its direction. */
function beside(points: readonly Point[], at: number, half: number): Point {
  const [x, y] = points[at] ?? [0, 0];
  const [bx, by] = points[Math.max(0, at - 1)] ?? [x, y];
  const [ax, ay] = points[Math.min(points.length - 1, at + 1)] ?? [x, y];
  const length = Math.hypot(ax - bx, ay - by) || 1;
  return [x + ((ay - by) / length) * half, y - ((ax - bx) / length) * half];
}

/** The half circle that ends a line at a point, from one border to the other. */
function roundEnd([x, y]: Point, [sx, sy]: Point): Point[] {
  const [dx, dy] = [sx - x, sy - y];
  return along(12, (t) => {
    const [cos, sin] = [Math.cos(t * Math.PI), Math.sin(t * Math.PI)];
    return [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  });
}

/** A line along a path with round ends; made for curves and straight lines, not for sharp corners. */
export function line(text: string, width: number): Outline {
  return path(text).map((points) => {
    const back = points.toReversed();
    const there = points.map((_, at) => beside(points, at, width / 2));
    const again = back.map((_, at) => beside(back, at, width / 2));
    const start: Point = points[0] ?? [0, 0];
    const end: Point = back[0] ?? start;
    return [
      ...there,
      ...roundEnd(end, there.at(-1) ?? end),
      ...again,
      ...roundEnd(start, again.at(-1) ?? start),
    ];
  });
}

/** The outline turned by an angle in degrees around a point. */
export function turned(outline: Outline, degrees: number, [cx, cy]: Point): Outline {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return outline.map((points) =>
    points.map(
      ([x, y]): Point => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos],
    ),
  );
}

/** The outline at several places. */
export function repeated(outline: Outline, places: readonly Point[]): Outline {
  return places.flatMap(([dx, dy]) =>
    outline.map((points) => points.map(([x, y]): Point => [x + dx, y + dy])),
  );
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
