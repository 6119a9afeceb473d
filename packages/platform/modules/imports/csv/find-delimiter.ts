/** A character that separates the cells of a CSV file. */
export type Delimiter = "," | ";" | "\t";

const delimiters: readonly Delimiter[] = [",", ";", "\t"];

/** The line with which some spreadsheets declare the delimiter. The line precedes the heading. */
const declarationPattern = /^sep=([,;\t])\r?\n/i;

/**
 * Find the delimiter of a file: the declared one, or else the comma, semicolon or tab that is most frequent in the heading outside of
 * quotes.
 * @param beginning the beginning of the file, which contains its complete first line
 * @returns the delimiter, and the index at which the heading begins
 */
export function findDelimiter(beginning: string): { delimiter: Delimiter; start: number } {
  const match = declarationPattern.exec(beginning);
  if (match) return { delimiter: match[1] as Delimiter, start: match[0].length };
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of beginning) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\n" || character === "\r")) break;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const getCount = (delimiter: Delimiter) => counts.get(delimiter) ?? 0;
  const delimiter = delimiters.reduce((best, next) => (getCount(next) > getCount(best) ? next : best), ",");
  return { delimiter, start: 0 };
}
