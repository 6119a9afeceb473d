/** The maximum number of pixels of a still image: 50 megapixels. */
const maxStillPixels = 8192 * 6144;

/** The limits of an image. All of them except the time limit are checked before the image is decoded. */
export const imageLimits = {
  pixels: maxStillPixels,
  /** The maximum number of pixels of all frames of an animation together. */
  animatedPixels: 25_000_000,
  /** The maximum number of frames of an animation. */
  frames: 1_000,
  /** The maximum width and height in pixels, which is the limit of WebP. */
  side: 16_383,
  /** The time limit for decoding and encoding together, in seconds. */
  seconds: 20,
} as const;

/** The widths in which an image is available, in pixels. */
export const renditionWidths = [160, 480, 960, 1600] as const;

export type RenditionWidth = (typeof renditionWidths)[number];
