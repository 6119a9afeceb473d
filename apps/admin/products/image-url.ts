/** The widths, in pixels, in which images can be requested. */
const widths = [160, 480, 960, 1600] as const;

/**
 * Build the URL of an image in the smallest available width that is sharp on high-resolution screens, or in the largest width
 * if none is sharp.
 * @param size the displayed width, in CSS pixels
 */
export function buildImageUrl(url: string, size: number): string {
  const width = widths.find((candidate) => candidate >= 2 * size) ?? 1600;
  return `${url}?width=${width}`;
}
