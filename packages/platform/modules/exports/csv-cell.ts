/** What spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r\n]/;

/** A text that no spreadsheet takes for a formula; `unguarded` gives it back as it was. */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A text as it was before `guarded`; one that was never guarded stays as it is. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** Tags in one cell; none of them holds a comma. */
export function tagsCell(tags: readonly string[]): string {
  return tags.join(", ");
}

/** The tags of a cell, each once, without empty ones. */
export function tagsOf(cell: string): string[] {
  const tags = cell.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
