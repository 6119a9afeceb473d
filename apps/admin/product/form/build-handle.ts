/**
 * Return the handle that the platform would derive from a title, without the check that no other product has
 * it.
 */
export function buildHandle(title: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 255);
}
