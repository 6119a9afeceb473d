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

function mixed([top, bottom]: readonly [Rgb, Rgb], share: number): Rgb {
  const part = (index: 0 | 1 | 2) => top[index] + (bottom[index] - top[index]) * share;
  return [part(0), part(1), part(2)];
}

function ends(fill: Fill): readonly [Rgb, Rgb] {
  return typeof fill === "string" ? [rgbOf(fill), rgbOf(fill)] : [rgbOf(fill[0]), rgbOf(fill[1])];
}

/** The mask's row beside a drawn row, from the drawn row's left border on. */
function maskRow(mask: Coverage, y: number, { left, width }: Coverage): Float32Array {
  const out = new Float32Array(width);
  const row = y - mask.top;
  if (row < 0 || row >= mask.height) return out;
  for (let x = 0; x < width; x++) {
    const column = x + left - mask.left;
    if (column >= 0 && column < mask.width) out[x] = mask.values[row * mask.width + column] ?? 0;
  }
  return out;
}

// A shadow of a few steps looks as soft as one of many, and packs three times smaller.
const shadowSteps = 20;

/** A canvas, black or with what another holds. */
export function createCanvas(below?: Canvas, size = pictureSize): Canvas {
  const pixels = below ? below.pixels.slice() : new Uint8Array(size * size * 3);
  const masks = new Map<Outline, Coverage>();

  function blend(at: number, ink: Rgb, share: number): void {
    if (share === 1) {
      pixels[at] = ink[0] + 0.5;
      pixels[at + 1] = ink[1] + 0.5;
      pixels[at + 2] = ink[2] + 0.5;
      return;
    }
    const rest = 1 - share;
    pixels[at] = ink[0] * share + (pixels[at] ?? 0) * rest + 0.5;
    pixels[at + 1] = ink[1] * share + (pixels[at + 1] ?? 0) * rest + 0.5;
    pixels[at + 2] = ink[2] * share + (pixels[at + 2] ?? 0) * rest + 0.5;
  }

  function maskOf(outline: Outline): Coverage {
    const mask = masks.get(outline) ?? coverageOf(outline, size);
    masks.set(outline, mask);
    return mask;
  }

  return {
    pixels,
    fill(fill) {
      const colours = ends(fill);
      for (let y = 0; y < size; y++) {
        const start = y * size * 3;
        blend(start, mixed(colours, y / (size - 1)), 1);
        for (let x = 3; x < size * 3; x++) pixels[start + x] = pixels[start + x - 3] ?? 0;
      }
    },
    shade({ cx, cy, rx, ry, colour, opacity }) {
      const ink = rgbOf(colour);
      for (let y = Math.max(0, Math.floor(cy - ry)); y < Math.min(size, cy + ry); y++) {
        for (let x = Math.max(0, Math.floor(cx - rx)); x < Math.min(size, cx + rx); x++) {
          const near = Math.max(0, 1 - ((x - cx) / rx) ** 2 - ((y - cy) / ry) ** 2);
          const share = Math.round(near ** 2 * shadowSteps) / shadowSteps;
          if (share > 0) blend((y * size + x) * 3, ink, opacity * share);
        }
      }
    },
    draw({ outline, fill, opacity = 1, within }) {
      const cover = coverageOf(outline, size);
      const colours = ends(fill);
      const { left, top, width, height, values } = cover;
      for (let row = 0; row < height; row++) {
        const ink = mixed(colours, height > 1 ? row / (height - 1) : 0);
        const mask = within ? maskRow(maskOf(within), top + row, cover) : null;
        for (let column = 0; column < width; column++) {
          const own = values[row * width + column] ?? 0;
          const share = own * (mask ? (mask[column] ?? 0) : 1) * opacity;
          if (share > 0) blend(((top + row) * size + left + column) * 3, ink, share);
        }
      }
    },
  };
}
