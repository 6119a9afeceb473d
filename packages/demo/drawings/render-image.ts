import sharp from "sharp";
import { imageSize, type Layer, renderSvgText, type Shadow } from "./canvas.ts";
import { type Color, darken, lighten } from "./color.ts";
import * as living from "./living.ts";
import { box } from "./outline.ts";
import type { Palette } from "./palette.ts";
import * as pantry from "./pantry.ts";
import * as tableware from "./tableware.ts";
import * as textiles from "./textiles.ts";

const drawings = { ...tableware, ...textiles, ...pantry, ...living };

/** The kinds of products that can be drawn. */
export type DrawingKind = keyof typeof drawings;

/** Kinds that are seen from above or hang on a wall. They are drawn without a table and a shadow on it. */
const flatKinds: ReadonlySet<DrawingKind> = new Set([
  "plate",
  "clock",
  "print",
  "tee",
  "shirtPrinted",
  "apron",
]);

/** Create the background: a wall and, unless the product is flat, a table with the product's shadow. */
function createBackground(kind: DrawingKind, background: Color): (Layer | Shadow)[] {
  const wall = {
    outline: box(0, 0, [imageSize, imageSize]),
    fill: [lighten(background, 0.45), background],
  } as const;
  if (flatKinds.has(kind)) return [wall];
  const table = {
    outline: box(0, 590, [imageSize, 210]),
    fill: [darken(background, 0.07), darken(background, 0.02)],
  } as const;
  return [wall, table, { cx: 410, cy: 652, rx: 290, ry: 44, color: darken(background, 0.8), opacity: 0.4 }];
}

/** Draw a product in several colors. Returns one SVG document per color. */
export function drawImages(
  kind: DrawingKind,
  background: Color,
  colors: readonly Omit<Palette, "background">[],
): string[] {
  const backgroundLayers = createBackground(kind, background);
  return colors.map(({ main, accent }) =>
    renderSvgText([...backgroundLayers, ...drawings[kind]({ main, accent, background })]),
  );
}

/** Render an SVG document as PNG. The same document always has the same bytes. */
export function renderSvg(svg: string): Promise<Buffer> {
  // Level 9 is slower and makes the images only 5% smaller.
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 8 }).toBuffer();
}
