import { type Canvas, createCanvas, pictureSize } from "./canvas.ts";
import { type Colour, darker, lighter } from "./colour.ts";
import * as living from "./living.ts";
import { path } from "./outline.ts";
import type { Palette } from "./palette.ts";
import * as pantry from "./pantry.ts";
import { encodePng } from "./png.ts";
import * as tableware from "./tableware.ts";
import * as textiles from "./textiles.ts";

const drawings = { ...tableware, ...textiles, ...pantry, ...living };

/** The kinds of things there are drawings of. */
export type Kind = keyof typeof drawings;

/** Seen from above or hung on a wall: they throw no shadow on a table. */
const flat: ReadonlySet<Kind> = new Set(["plate", "clock", "print", "tee", "shirtPrinted", "apron"]);

/** What is behind the thing: a wall, and a table with the thing's shadow. */
function createGround(ground: Colour, onTable: boolean): Canvas {
  const canvas = createCanvas();
  canvas.fill([lighter(ground, 0.45), ground]);
  if (!onTable) return canvas;
  canvas.draw({
    outline: path("M0 590 L800 590 L800 800 L0 800"),
    fill: [darker(ground, 0.07), darker(ground, 0.02)],
  });
  canvas.shade({ cx: 410, cy: 652, rx: 290, ry: 44, colour: darker(ground, 0.8), opacity: 0.4 });
  return canvas;
}

/** Draws a thing in several colours as PNG, the same bytes every time. */
export function renderPictures(
  kind: Kind,
  ground: Colour,
  colours: readonly Omit<Palette, "ground">[],
): Promise<Buffer[]> {
  const behind = createGround(ground, !flat.has(kind));
  return Promise.all(
    colours.map(({ main, accent }) => {
      const canvas = createCanvas(behind);
      for (const layer of drawings[kind]({ main, accent, ground })) canvas.draw(layer);
      return encodePng(canvas.pixels, pictureSize);
    }),
  );
}
