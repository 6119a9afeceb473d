/** Split a search into its words; undefined when it has none. */
export function splitWords(search: string | undefined): string[] | undefined {
  const words = search?.split(/\s+/u).filter((word) => word !== "") ?? [];
  return words.length === 0 ? undefined : [...new Set(words)];
}

/**
 * Build SQL for whether a text contains every one of some words, case-insensitively. @param words the
 * placeholder of their array
 */
export function holdsWords(text: string, words: string): string {
  return `not exists (
    select from unnest(${words}::text[]) word where strpos(lower(${text}), lower(word)) = 0)`;
}
