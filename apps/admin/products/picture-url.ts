/** The widths that the files host makes, in pixels. */
const widths = [160, 480, 960, 1600] as const;

/**
 * The narrowest rendition of a picture that is sharp on fine screens too.
 * @param size as it is shown, in pixels of the page
 */
export function pictureUrl(url: string, size: number): string {
  const width = widths.find((one) => one >= 2 * size) ?? 1600;
  return `${url}?width=${width}`;
}
