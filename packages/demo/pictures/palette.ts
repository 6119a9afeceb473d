import type { Layer } from "./canvas.ts";
import type { Colour } from "./colour.ts";

/** The colours of one picture. */
export interface Palette {
  /** Of the thing itself. */
  main: Colour;
  /** Of its label, pattern or lid. */
  accent: Colour;
  /** Behind it. */
  background: Colour;
}

/** Draws one kind of thing: its layers from back to front, standing on the line y = 650. */
export type Drawing = (palette: Palette) => Layer[];

export const paper: Colour = "#fbf6ec";
export const ink: Colour = "#3a2f2a";
export const wood: Colour = "#c99a6b";
