/**
 * Make an untrusted text storable in PostgreSQL. NUL is replaced by the symbol ␀, and unpaired surrogates by U+FFFD.
 */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "␀").toWellFormed();
}

/** Truncate a text to at most this number of UTF-16 code units, without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
