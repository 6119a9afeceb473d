export { cleanPicture } from "./clean-picture.ts";
export { type RenditionWidth, renditionWidths } from "./picture-limits.ts";
export { createPictureQueue, type PictureQueue } from "./picture-queue.ts";
export { createRenditions, type Renditions, renditionPathsOf, renditionsFolder } from "./renditions.ts";
