import sharp from "sharp";
import { drawSvg, type Layer, pictureSize, type Shadow } from "./canvas.ts";
import { type Color, darker, lighter } from "./color.ts";
import * as living from "./living.ts";
import { box } from "./outline.ts";
import type { Palette } from "./palette.ts";
import * as pantry from "./pantry.ts";
import * as tableware from "./tableware.ts";
import * as textiles from "./textiles.ts";

const drawings = { ...tableware, ...textiles, ...pantry, ...living };

/** The kinds of things there are drawings of. */
export type Kind = keyof typeof drawings;

/** Seen from above or hung on a wall: they throw no shadow on a table. */
const flat: ReadonlySet<Kind> = new Set(["plate", "clock", "print", "tee", "shirtPrinted", "apron"]);

/** What is behind the thing: a wall, and a table with the thing's shadow unless the thing is flat. */
function createBackground(kind: Kind, background: Color): (Layer | Shadow)[] {
  const wall = {
    outline: box(0, 0, [pictureSize, pictureSize]),
    fill: [lighter(background, 0.45), background],
  } as const;
  if (flat.has(kind)) return [wall];
  const table = {
    outline: box(0, 590, [pictureSize, 210]),
    fill: [darker(background, 0.07), darker(background, 0.02)],
  } as const;
  return [wall, table, { cx: 410, cy: 652, rx: 290, ry: 44, color: darker(background, 0.8), opacity: 0.4 }];
}

/** Draw a thing in several colors, each an SVG document. */
export function drawImages(
  kind: Kind,
  background: Color,
  colors: readonly Omit<Palette, "background">[],
): string[] {
  const behind = createBackground(kind, background);
  return colors.map(({ main, accent }) =>
    drawSvg([...behind, ...drawings[kind]({ main, accent, background })]),
  );
}

/** Render a drawing as PNG, the same bytes every time. */
export function renderSvg(svg: string): Promise<Buffer> {
  // Level 9 takes longer and saves a twentieth.
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 8 }).toBuffer();
}
