import type { CsvKinds } from "../../infrastructure/record-columns.ts";

/** Pattern of texts that spreadsheets treat as formulas. */
const formula = /^'*[=+\-@\t\r\n]/;

/** Guard a text so that no spreadsheet treats it as a formula; `unguarded` restores it. */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Restore a text that was guarded by `guarded`; one that was never guarded stays as it is. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** Join tags into one cell; no tag contains a comma. */
export function tagsCell(tags: readonly string[]): string {
  return tags.join(", ");
}

/** Split a cell into its tags, each once, without empty ones. */
export function splitTags(cell: string): string[] {
  const tags = cell.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

const cellWriters: { readonly [Kind in keyof CsvKinds]: (value: CsvKinds[Kind]) => string } = {
  text: guarded,
  text_unless_empty: guarded,
  long_text: guarded,
  tags: (tags) => guarded(tagsCell(tags)),
  boolean: String,
  code: guarded,
  email: guarded,
  country: String,
  date: (date) => date ?? "",
  gender: (gender) => gender ?? "",
  money: String,
  money_or_none: (amount) => amount ?? "",
  weight: String,
  weight_unit: String,
  inventory_policy: String,
};

/** Write the cells of a record's columns, each by its kind. */
export function writeCells<Kinds extends Readonly<Record<string, keyof CsvKinds>>>(
  kinds: Kinds,
  record: { readonly [Name in keyof Kinds]: CsvKinds[keyof CsvKinds] },
): Record<keyof Kinds, string> {
  const cells = Object.entries(kinds).map(([name, kind]) => {
    const write = cellWriters[kind] as (value: unknown) => string;
    return [name, write(record[name])];
  });
  return Object.fromEntries(cells) as Record<keyof Kinds, string>;
}
