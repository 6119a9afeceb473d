import type { Outline, Point } from "./outline.ts";

/** How much of each pixel an outline covers, 0 to 1, within the rows and columns it touches. */
export interface Coverage {
  left: number;
  top: number;
  width: number;
  height: number;
  values: Float32Array;
}

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boundsOf(outline: Outline, size: number): Bounds {
  const bounds = { left: size, top: size, right: 0, bottom: 0 };
  for (const [x, y] of outline.flat()) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  const clamp = (value: number) => Math.max(0, Math.min(size, value));
  return {
    left: clamp(Math.floor(bounds.left)),
    top: clamp(Math.floor(bounds.top)),
    right: clamp(Math.ceil(bounds.right) + 1),
    bottom: clamp(Math.ceil(bounds.bottom) + 1),
  };
}

/** Adds the part of an edge that lies in one row: the area to its right, as differences from pixel to pixel. */
function addToRow(row: Float32Array, [x0, x1]: Point, height: number): void {
  const [low, high] = x0 < x1 ? [x0, x1] : [x1, x0];
  const last = row.length - 1;
  const first = Math.max(0, Math.min(last, Math.floor(low)));
  const end = Math.max(0, Math.min(last, Math.floor(high)));
  let before = 0;
  for (let x = first; x <= end; x++) {
    // The share of the edge's height that is passed by the pixel's right border, and how far left it lies on average.
    const right = high > low ? Math.min(1, Math.max(0, (x + 1 - low) / (high - low))) : 1;
    const share = (x === end ? 1 : right) - before;
    const [from, to] = [Math.max(low, x), Math.min(high, x + 1)];
    const middle = Math.min(1, Math.max(0, (from + to) / 2 - x));
    row[x] = (row[x] ?? 0) + height * share * (1 - middle);
    if (x < last) row[x + 1] = (row[x + 1] ?? 0) + height * share * middle;
    before += share;
  }
}

function addEdge(rows: Float32Array[], [ax, ay]: Point, [bx, by]: Point): void {
  if (ay === by) return;
  const sign = ay < by ? 1 : -1;
  const [x0, y0, x1, y1] = ay < by ? [ax, ay, bx, by] : [bx, by, ax, ay];
  const slope = (x1 - x0) / (y1 - y0);
  const end = Math.min(rows.length, Math.ceil(y1));
  for (let y = Math.max(0, Math.floor(y0)); y < end; y++) {
    const [from, to] = [Math.max(y, y0), Math.min(y + 1, y1)];
    const row = rows[y];
    if (row && to > from)
      addToRow(row, [x0 + (from - y0) * slope, x0 + (to - y0) * slope], sign * (to - from));
  }
}

/** Measures an outline by the exact area it covers of each pixel of a square. */
export function coverageOf(outline: Outline, size: number): Coverage {
  const { left, top, right, bottom } = boundsOf(outline, size);
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const values = new Float32Array(width * height);
  const rows = Array.from({ length: height }, (_, y) => values.subarray(y * width, (y + 1) * width));
  for (const points of outline) {
    points.forEach(([x, y], index) => {
      const [px, py] = points.at(index - 1) ?? [x, y];
      addEdge(rows, [px - left, py - top], [x - left, y - top]);
    });
  }
  // Eighths look smooth and repeat, so that the picture packs to two thirds.
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    sum = (at % width === 0 ? 0 : sum) + (values[at] ?? 0);
    values[at] = Math.round(Math.min(1, Math.abs(sum)) * 8) / 8;
  }
  return { left, top, width, height, values };
}
