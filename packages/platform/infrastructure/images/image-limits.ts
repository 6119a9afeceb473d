/** The maximum pixels of a still image: 8192 × 6144, more than phones take. */
const stillPixels = 8192 * 6144;

/** The limits of an image, checked before any of it is decoded. */
export const imageLimits = {
  pixels: stillPixels,
  /** The maximum pixels over all frames of an animation. */
  animatedPixels: 2 * stillPixels,
  frames: 1_000,
  /** The maximum length of either edge; WebP allows no more. */
  side: 16_383,
  /** The time limit for decoding and encoding together, in seconds. */
  seconds: 20,
} as const;

/** The widths in which an image is available, in pixels. */
export const renditionWidths = [160, 480, 960, 1600] as const;

export type RenditionWidth = (typeof renditionWidths)[number];
