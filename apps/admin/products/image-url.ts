/** The image widths that the files host serves, in pixels. */
const widths = [160, 480, 960, 1600] as const;

/**
 * Return the address of an image in the narrowest width that is sharp on dense screens too.
 * @param size the width shown, in CSS pixels
 */
export function buildImageUrl(url: string, size: number): string {
  const width = widths.find((candidate) => candidate >= 2 * size) ?? 1600;
  return `${url}?width=${width}`;
}
