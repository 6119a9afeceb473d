/**
 * Build the handle that the API creates from a title. If another product has this handle, the API adds a suffix, which this
 * function does not add.
 */
export function buildHandle(title: string): string {
  const ascii = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return ascii
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 255);
}
