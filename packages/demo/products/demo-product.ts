import type { Color } from "../drawings/color.ts";
import type { DrawingKind } from "../drawings/render-image.ts";

/** A color of a product, with the colors of its drawing. */
export interface DemoColor {
  name: string;
  main: Color;
  accent: Color;
}

/** A product of the demo store. Several colors or sizes become options, and each color has its own image. */
export interface DemoProduct {
  title: string;
  /** What the images of the product show. */
  kind: DrawingKind;
  brand: string;
  /** The product type, as merchants see it. */
  type: string;
  tags: string[];
  /** The price of the first size, in ringgit. */
  price: string;
  /** The compare-at price, in ringgit. */
  compareAtPrice?: string;
  description: string;
  details: string[];
  background: Color;
  colors: DemoColor[];
  sizes?: { name: string; price: string }[];
  grams: number;
  /** The approximate stock of each variant in the warehouse. */
  stock: number;
}
