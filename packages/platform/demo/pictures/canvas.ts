import { type Colour, type Rgb, rgbOf } from "./colour.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import type { Outline } from "./outline.ts";

/** One colour, or two that run into each other downwards. */
export type Fill = Colour | readonly [top: Colour, bottom: Colour];

/** A part of a drawing; `within` cuts it to another outline. */
export interface Layer {
  outline: Outline;
  fill: Fill;
  opacity?: number;
  within?: Outline;
}

/** An ellipse that fades out towards its border. */
export interface Shadow {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  colour: Colour;
  opacity: number;
}

/** The side of every picture, in pixels. */
export const pictureSize = 800;

/** Pixels of a picture, three bytes each. */
export interface Canvas {
  readonly pixels: Uint8Array;
  fill(fill: Fill): void;
  shade(shadow: Shadow): void;
  draw(layer: Layer): void;
}

function fillRow([top, bottom]: readonly [Rgb, Rgb], share: number): Rgb {
  const part = (index: 0 | 1 | 2) => top[index] + (bottom[index] - top[index]) * share;
  return [part(0), part(1), part(2)];
}

function ends(fill: Fill): readonly [Rgb, Rgb] {
  return typeof fill === "string" ? [rgbOf(fill), rgbOf(fill)] : [rgbOf(fill[0]), rgbOf(fill[1])];
}

function valueAt({ left, top, width, height, values }: Coverage, x: number, y: number): number {
  const [column, row] = [x - left, y - top];
  if (column < 0 || row < 0 || column >= width || row >= height) return 0;
  return values[row * width + column] ?? 0;
}

/** An empty canvas. */
export function createCanvas(size = pictureSize): Canvas {
  const pixels = new Uint8Array(size * size * 3);

  function blend(at: number, [red, green, blue]: Rgb, share: number): void {
    const rest = 1 - share;
    pixels[at] = red * share + (pixels[at] ?? 0) * rest + 0.5;
    pixels[at + 1] = green * share + (pixels[at + 1] ?? 0) * rest + 0.5;
    pixels[at + 2] = blue * share + (pixels[at + 2] ?? 0) * rest + 0.5;
  }

  return {
    pixels,
    fill(fill) {
      const colours = ends(fill);
      for (let y = 0; y < size; y++) {
        const colour = fillRow(colours, y / (size - 1));
        for (let x = 0; x < size; x++) blend((y * size + x) * 3, colour, 1);
      }
    },
    shade({ cx, cy, rx, ry, colour, opacity }) {
      const ink = rgbOf(colour);
      for (let y = Math.max(0, Math.floor(cy - ry)); y < Math.min(size, cy + ry); y++) {
        for (let x = Math.max(0, Math.floor(cx - rx)); x < Math.min(size, cx + rx); x++) {
          const far = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;
          if (far < 1) blend((y * size + x) * 3, ink, opacity * (1 - far) ** 2);
        }
      }
    },
    draw({ outline, fill, opacity = 1, within }) {
      const cover = coverageOf(outline, size);
      const mask = within ? coverageOf(within, size) : null;
      const colours = ends(fill);
      const { left, top, width, height, values } = cover;
      for (let row = 0; row < height; row++) {
        const colour = fillRow(colours, height > 1 ? row / (height - 1) : 0);
        for (let column = 0; column < width; column++) {
          const own = values[row * width + column] ?? 0;
          const share = own > 0 && mask ? own * valueAt(mask, left + column, top + row) : own;
          if (share > 0) blend(((top + row) * size + left + column) * 3, colour, share * opacity);
        }
      }
    },
  };
}
