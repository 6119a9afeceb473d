import type { Layer } from "./canvas.ts";
import type { Color } from "./color.ts";

/** The colors of one picture. */
export interface Palette {
  /** Of the thing itself. */
  main: Color;
  /** Of its label, pattern or lid. */
  accent: Color;
  /** Behind it. */
  background: Color;
}

/** Draws one kind of thing: its layers from back to front, standing on the line y = 650. */
export type Drawing = (palette: Palette) => Layer[];

export const paper: Color = "#fbf6ec";
export const ink: Color = "#3a2f2a";
export const wood: Color = "#c99a6b";
