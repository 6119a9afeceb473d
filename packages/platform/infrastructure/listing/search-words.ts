/** Split a search into its distinct words, or return undefined if it has none. */
export function splitWords(search: string | undefined): string[] | undefined {
  const words = search?.split(/\s+/u).filter((word) => word !== "") ?? [];
  return words.length === 0 ? undefined : [...new Set(words)];
}

/**
 * Build SQL for whether a text contains all of these words, ignoring case.
 * @param words the placeholder of an array of words
 */
export function buildContainsWords(text: string, words: string): string {
  return `not exists (
    select from unnest(${words}::text[]) word where strpos(lower(${text}), lower(word)) = 0)`;
}
