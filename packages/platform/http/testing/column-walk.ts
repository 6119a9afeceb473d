import type { Queryable } from "@souk/database";

/** Column of the migrated schema. */
export interface SchemaColumn {
  name: string;
  type: string;
}

/** List the columns of a table of the migrated schema. */
export function schemaColumns(database: Queryable, table: string): Promise<SchemaColumn[]> {
  return database.many<SchemaColumn>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
}

/** Create two values of a column, each other than what a record begins with. */
export function sampleValues({ name, type }: SchemaColumn): [unknown, unknown] {
  switch (type) {
    case "text":
      return [`${name} one`, `${name} two`];
    case "text[]":
      return [[`${name} one`], [`${name} two`, "more"]];
    case "boolean":
      return [false, true];
    case "timestamp with time zone":
      return ["2026-01-02T03:04:05.000Z", "2026-02-03T04:05:06.000Z"];
    default:
      throw new Error(`The column ${name} has the type ${type}: give the test two values of it.`);
  }
}

/** Read a CSV text of one record as its cells by the names of their columns; no cell holds a line break. */
export function readCells(text: string): Map<string, string> {
  const [heading = "", row = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  const plain = cells.map((cell) =>
    cell
      .replace(/,$/, "")
      .replace(/^"(.*)"$/, "$1")
      .replaceAll('""', '"'),
  );
  return new Map(heading.split(",").map((name, index) => [name, plain[index] ?? ""]));
}
