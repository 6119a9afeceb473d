import { texts } from "../../texts.ts";

/** Name an image by its place, counted from 1, and its alt text. */
export function imageName(index: number, title: string): string {
  const { name, number } = texts.productImages;
  return title === "" ? number({ at: index }) : name({ at: index, title });
}
