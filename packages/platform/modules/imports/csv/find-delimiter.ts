export type Delimiter = "," | ";" | "\t";

const delimiters: readonly Delimiter[] = [",", ";", "\t"];

/** The line before the heading in which some spreadsheets name the delimiter. */
const said = /^sep=([,;\t])\r?\n/i;

/**
 * Find the delimiter of a file by its heading: the one of comma, semicolon and tab that occurs in it most
 * often outside of quotes.
 * @param beginning the beginning of the file, with the whole of its first line
 * @returns the delimiter, and where the heading begins
 */
export function findDelimiter(beginning: string): { delimiter: Delimiter; start: number } {
  const match = said.exec(beginning);
  if (match) return { delimiter: match[1] as Delimiter, start: match[0].length };
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of beginning) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "\n" || character === "\r")) break;
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const often = (delimiter: Delimiter) => counts.get(delimiter) ?? 0;
  const delimiter = delimiters.reduce((best, next) => (often(next) > often(best) ? next : best), ",");
  return { delimiter, start: 0 };
}
