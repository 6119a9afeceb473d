// The maximum length of a handle.
const maxLength = 63;

/**
 * Convert a name to a handle: `Señor Stock!` becomes `senor-stock`. A handle with fewer than two characters gets `noun`
 * as a prefix.
 */
function toSlug(name: string, noun: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replace(/^-|-$/g, "");
  return slug.length < 2 ? `${noun}${slug === "" ? "" : `-${slug}`}` : slug;
}

/**
 * List handles to try for a name, the best first. The last one is practically unique.
 *
 * @param noun the kind of thing that has the name, such as `app`; used if the name has fewer than two ASCII letters or digits
 * @param suffix random lower-case letters and digits for the last handle
 */
export function listHandleCandidates(name: string, noun: string, suffix: string): string[] {
  const slug = toSlug(name, noun);
  const addSuffix = (text: string) =>
    `${slug.slice(0, maxLength - text.length - 1).replace(/-$/, "")}-${text}`;
  return [slug, ...["2", "3", "4", "5"].map(addSuffix), addSuffix(suffix)];
}
