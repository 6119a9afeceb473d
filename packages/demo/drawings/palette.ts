import type { Layer } from "./canvas.ts";
import type { Color } from "./color.ts";

/** The colors of a drawing. */
export interface Palette {
  /** The color of the product itself. */
  main: Color;
  /** The color of its label, pattern or lid. */
  accent: Color;
  /** The color of the background. */
  background: Color;
}

/** Draws one kind of product. Returns its layers from back to front; the product stands on the line y = 650. */
export type Drawing = (palette: Palette) => Layer[];

export const paper: Color = "#fbf6ec";
export const ink: Color = "#3a2f2a";
export const wood: Color = "#c99a6b";
