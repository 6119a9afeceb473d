import { texts } from "../../texts.ts";

/** Format an image's name from its position, counted from 1, and its alt text (`title`): "Image 2, Blue shirt". */
export function formatImageName(position: number, title: string): string {
  const { name, number } = texts.productImages;
  return title === "" ? number({ position }) : name({ position, title });
}
