import type { Color } from "./color.ts";
import type { Outline } from "./outline.ts";

/** A color, or a vertical gradient between two colors. */
export type Fill = Color | readonly [top: Color, bottom: Color];

/** A layer of a drawing. `within` clips it to another outline. */
export interface Layer {
  outline: Outline;
  fill: Fill;
  opacity?: number;
  within?: Outline;
}

/** An ellipse that fades out toward its edge. */
export interface Shadow {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  color: Color;
  opacity: number;
}

/** The width and height of a drawing, in pixels. */
export const imageSize = 800;

function renderLayer({ outline, fill, opacity = 1, within }: Layer, id: number): string {
  const isPlain = typeof fill === "string";
  const paint = isPlain ? fill : `url(#fill${id})`;
  const gradient = isPlain
    ? ""
    : `<linearGradient id="fill${id}" x2="0" y2="1"><stop stop-color="${fill[0]}"/><stop offset="1" stop-color="${fill[1]}"/></linearGradient>`;
  const clip = within ? `<clipPath id="within${id}">${within.join("")}</clipPath>` : "";
  const clipAttribute = within ? ` clip-path="url(#within${id})"` : "";
  return `${gradient}${clip}<g fill="${paint}" stroke="${paint}" stroke-width="0" stroke-linecap="round" opacity="${opacity}"${clipAttribute}>${outline.join("")}</g>`;
}

function renderShadow({ cx, cy, rx, ry, color, opacity }: Shadow): string {
  const stops = Array.from({ length: 11 }, (_, step) => {
    const strength = (1 - (step / 10) ** 2) ** 2 * opacity;
    return `<stop offset="${step / 10}" stop-color="${color}" stop-opacity="${strength.toFixed(3)}"/>`;
  });
  return `<radialGradient id="shadow">${stops.join("")}</radialGradient><ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#shadow)"/>`;
}

/** Render a drawing as an SVG document. @param elements from back to front */
export function renderSvgText(elements: readonly (Layer | Shadow)[]): string {
  const shapes = elements.map((element, id) =>
    "outline" in element ? renderLayer(element, id) : renderShadow(element),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${imageSize}" height="${imageSize}">${shapes.join("")}</svg>`;
}
