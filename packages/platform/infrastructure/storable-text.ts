/**
 * Make a text from outside readable for people and storable for PostgreSQL: NUL, which it cannot store, is
 * shown by its symbol.
 */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "␀").toWellFormed();
}

/** Truncate a text to so many characters, none of them cut in half. */
export function truncate(text: string, max: number): string {
  const beginning = text.slice(0, max);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}
