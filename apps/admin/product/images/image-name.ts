import { texts } from "../../texts.ts";

/** Format the name of an image from its position, counted from 1, and its alt text: "Image 2, Blue shirt". */
export function formatImageName(position: number, title: string): string {
  const { name, number } = texts.productImages;
  return title === "" ? number({ position }) : name({ position, title });
}
