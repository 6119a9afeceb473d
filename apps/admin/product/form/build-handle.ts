/**
 * Build the handle that the API creates from a title. The API adds a suffix if another product has this handle; that is not
 * checked here.
 */
export function buildHandle(title: string): string {
  const ascii = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return ascii
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 255);
}
