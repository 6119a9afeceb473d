/** The words of a search; undefined when it has none. */
export function wordsOf(search: string | undefined): string[] | undefined {
  const words = search?.split(/\s+/u).filter((word) => word !== "") ?? [];
  return words.length === 0 ? undefined : [...new Set(words)];
}

/** Whether every one of some words stands in a text, in capitals or not, as SQL. @param words the placeholder of their array */
export function holdsWords(text: string, words: string): string {
  return `not exists (
    select from unnest(${words}::text[]) word where strpos(lower(${text}), lower(word)) = 0)`;
}
