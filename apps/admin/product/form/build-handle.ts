const maxLength = 63;

/**
 * Build the handle that the API creates from a title, such as `creme-brulee`. A handle with fewer than two characters gets
 * `product` as a prefix. If another product has this handle, the API adds a suffix, which this function does not add.
 */
export function buildHandle(title: string): string {
  const ascii = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const handle = ascii
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replaceAll(/^-|-$/g, "");
  if (handle.length > 1) return handle;
  return handle === "" ? "product" : `product-${handle}`;
}
