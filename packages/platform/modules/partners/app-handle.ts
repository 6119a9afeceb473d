const shape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const longest = 63;

/** What is wrong with a handle that a partner chose, or null. */
export function appHandleFault(handle: string): string | null {
  return shape.test(handle)
    ? null
    : "A handle has 2 to 63 lower-case letters, digits and hyphens, and a hyphen neither first nor last.";
}

/** A handle made of a name: `Señor Stock!` gives `senor-stock`. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return slug.length < 2 ? `app${slug === "" ? "" : `-${slug}`}` : slug;
}

/**
 * Handles to try for a name, the nicest first; the last is as good as unique.
 *
 * @param random lower-case letters and digits
 */
export function handlesFor(name: string, random: string): string[] {
  const slug = slugOf(name);
  const withEnd = (end: string) => `${slug.slice(0, longest - end.length - 1).replace(/-$/, "")}-${end}`;
  return [slug, ...["2", "3", "4", "5"].map(withEnd), withEnd(random)];
}
