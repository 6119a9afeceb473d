import type { Colour } from "../pictures/colour.ts";
import type { Kind } from "../pictures/render-picture.ts";

/** A colour a product comes in, with how its picture is drawn. */
export interface DemoColour {
  name: string;
  main: Colour;
  accent: Colour;
}

/** A product of the demo shop. Several colours or sizes make options; each colour has its own picture. */
export interface DemoProduct {
  title: string;
  kind: Kind;
  brand: string;
  type: string;
  tags: string[];
  /** Of the first size, in ringgit. */
  price: string;
  was?: string;
  description: string;
  details: string[];
  ground: Colour;
  colours: DemoColour[];
  sizes?: { name: string; price: string }[];
  grams: number;
  /** About how many of each variant lie in the main warehouse. */
  stock: number;
}
