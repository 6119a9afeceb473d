import type { Color } from "./color.ts";
import type { Outline } from "./outline.ts";

/** One color, or two that run into each other downwards. */
export type Fill = Color | readonly [top: Color, bottom: Color];

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
  color: Color;
  opacity: number;
}

/** The length of each side of a picture, in pixels. */
export const pictureSize = 800;

function drawLayer({ outline, fill, opacity = 1, within }: Layer, id: number): string {
  const isPlain = typeof fill === "string";
  const paint = isPlain ? fill : `url(#fill${id})`;
  const gradient = isPlain
    ? ""
    : `<linearGradient id="fill${id}" x2="0" y2="1"><stop stop-color="${fill[0]}"/><stop offset="1" stop-color="${fill[1]}"/></linearGradient>`;
  const clip = within ? `<clipPath id="within${id}">${within.join("")}</clipPath>` : "";
  const cut = within ? ` clip-path="url(#within${id})"` : "";
  return `${gradient}${clip}<g fill="${paint}" stroke="${paint}" stroke-width="0" stroke-linecap="round" opacity="${opacity}"${cut}>${outline.join("")}</g>`;
}

function drawShadow({ cx, cy, rx, ry, color, opacity }: Shadow): string {
  const stops = Array.from({ length: 11 }, (_, step) => {
    const strength = (1 - (step / 10) ** 2) ** 2 * opacity;
    return `<stop offset="${step / 10}" stop-color="${color}" stop-opacity="${strength.toFixed(3)}"/>`;
  });
  return `<radialGradient id="shadow">${stops.join("")}</radialGradient><ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#shadow)"/>`;
}

/** Write a picture as an SVG document, its parts from back to front. */
export function drawSvg(parts: readonly (Layer | Shadow)[]): string {
  const drawn = parts.map((part, id) => ("outline" in part ? drawLayer(part, id) : drawShadow(part)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize}" height="${pictureSize}">${drawn.join("")}</svg>`;
}
