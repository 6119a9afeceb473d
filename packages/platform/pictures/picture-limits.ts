/** A still picture: 8192 × 6144, more than phones take. */
const stillPixels = 8192 * 6144;

/** What a picture may be at most, before any of it is decoded. */
export const pictureLimits = {
  pixels: stillPixels,
  /** Over all frames of an animation. */
  animatedPixels: 2 * stillPixels,
  frames: 1_000,
  /** The longest side; WebP knows no longer one. */
  side: 16_383,
  /** Decoding and encoding together, in seconds. */
  seconds: 20,
} as const;

/** The widths at which a picture can be had, in pixels. */
export const renditionWidths = [160, 480, 960, 1600] as const;

export type RenditionWidth = (typeof renditionWidths)[number];
