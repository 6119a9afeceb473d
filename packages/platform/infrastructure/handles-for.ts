const longest = 63;

/**
 * Build a handle from a name: `Señor Stock!` gives `senor-stock`. A handle that is too short gets the noun in
 * front.
 */
function toSlug(name: string, noun: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return slug.length < 2 ? `${noun}${slug === "" ? "" : `-${slug}`}` : slug;
}

/**
 * List handles to try for a name, the best first; the last is practically unique.
 *
 * @param noun the noun of the named thing, for a name without ASCII letters or digits
 * @param end lower-case letters and digits
 */
export function handlesFor(name: string, noun: string, end: string): string[] {
  const slug = toSlug(name, noun);
  const withEnd = (text: string) => `${slug.slice(0, longest - text.length - 1).replace(/-$/, "")}-${text}`;
  return [slug, ...["2", "3", "4", "5"].map(withEnd), withEnd(end)];
}
