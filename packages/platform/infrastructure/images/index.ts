export { cleanImage } from "./clean-image.ts";
export { type RenditionWidth, renditionWidths } from "./image-limits.ts";
export { createImageQueue, createImageSlots, type ImageQueue, useOneThreadPerImage } from "./image-queue.ts";
export { createPixelBudget, megapixelsPerMinute, type PixelBudget } from "./pixel-budget.ts";
export {
  createRenditions,
  listRenditionPaths,
  type Renditions,
  renditionsFolder,
} from "./renditions.ts";
