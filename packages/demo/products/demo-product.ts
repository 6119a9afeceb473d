import type { Color } from "../pictures/color.ts";
import type { Kind } from "../pictures/render-picture.ts";

/** A color of a product and how its picture is drawn. */
export interface DemoColor {
  name: string;
  main: Color;
  accent: Color;
}

/** A product of the demo store. Several colors or sizes become options; each color has its own picture. */
export interface DemoProduct {
  title: string;
  kind: Kind;
  brand: string;
  type: string;
  tags: string[];
  /** The price of the first size, in ringgit. */
  price: string;
  was?: string;
  description: string;
  details: string[];
  background: Color;
  colors: DemoColor[];
  sizes?: { name: string; price: string }[];
  grams: number;
  /** The approximate stock of each variant in the main warehouse. */
  stock: number;
}
