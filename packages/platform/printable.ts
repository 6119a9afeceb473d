/** A text that came from outside, as people can read it and PostgreSQL keep it: NUL, which it keeps in no text, is shown by its sign. */
export function printable(text: string): string {
  return text.replaceAll("\0", "␀").toWellFormed();
}

/** So many characters of a text at most, none of them cut in half. */
export function cut(text: string, most: number): string {
  const beginning = text.slice(0, most);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}
