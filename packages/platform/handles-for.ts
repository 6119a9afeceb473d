const longest = 63;

/** A handle made of a name: `Señor Stock!` gives `senor-stock`. One that says too little gets the noun in front. */
function slugOf(name: string, noun: string): string {
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
 * Handles to try for a name, the nicest first; the last is as good as unique.
 *
 * @param noun what it is a handle of, where the name has no letters or digits of ASCII
 * @param end lower-case letters and digits
 */
export function handlesFor(name: string, noun: string, end: string): string[] {
  const slug = slugOf(name, noun);
  const withEnd = (text: string) => `${slug.slice(0, longest - text.length - 1).replace(/-$/, "")}-${text}`;
  return [slug, ...["2", "3", "4", "5"].map(withEnd), withEnd(end)];
}
