import type { CsvKinds } from "../../infrastructure/record-columns.ts";

// Matches each place in a text where a spreadsheet may begin a cell and where a formula follows, even an escaped or quoted formula.
// Every spreadsheet begins a cell at the start of the text. Some spreadsheets separate cells by tabs or, in many countries, by
// semicolons, and ignore quotation marks after commas. They also begin a cell after each semicolon, tab or line break in the text.
// Japanese and Chinese spreadsheets also accept the full-width characters.
// A text that begins with a tab or a line break is also escaped.
const formulaStart = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r\n])/g;
const escapedFormulaStart = /(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r\n])/g;

/** Escape a text with apostrophes so that no spreadsheet treats a part of it as a formula. `unescapeFormula` restores it. */
export function escapeFormula(text: string): string {
  return text.replaceAll(formulaStart, "'");
}

/** Restore a text that `escapeFormula` has escaped. A text without escaped formulas is returned unchanged. */
export function unescapeFormula(cell: string): string {
  return cell.replaceAll(escapedFormulaStart, "");
}

/** Join tags, which contain no comma, into one cell. */
export function joinTags(tags: readonly string[]): string {
  return tags.join(", ");
}

/** Split a cell into its tags, without empty and repeated tags. */
export function splitTags(cell: string): string[] {
  const tags = cell.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

const cellFormatters: { readonly [Kind in keyof CsvKinds]: (value: CsvKinds[Kind]) => string } = {
  text: escapeFormula,
  text_unless_empty: escapeFormula,
  long_text: escapeFormula,
  tags: (tags) => escapeFormula(joinTags(tags)),
  boolean: String,
  code: escapeFormula,
  email: escapeFormula,
  country: String,
  date: (date) => date ?? "",
  gender: (gender) => gender ?? "",
  money: String,
  money_or_none: (amount) => amount ?? "",
  weight: String,
  weight_unit: String,
  inventory_policy: String,
};

/** Format the columns of a record as CSV cells, each by its kind. */
export function formatCells<Kinds extends Readonly<Record<string, keyof CsvKinds>>>(
  kinds: Kinds,
  record: { readonly [Name in keyof Kinds]: CsvKinds[keyof CsvKinds] },
): Record<keyof Kinds, string> {
  const cells = Object.entries(kinds).map(([name, kind]) => {
    const format = cellFormatters[kind] as (value: unknown) => string;
    return [name, format(record[name])];
  });
  return Object.fromEntries(cells) as Record<keyof Kinds, string>;
}
