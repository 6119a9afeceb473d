import type { Queryable } from "@souk/database";

/** A column of the migrated schema. */
export interface SchemaColumn {
  name: string;
  type: string;
}

/** List the columns of a table of the migrated schema. */
export function listSchemaColumns(database: Queryable, table: string): Promise<SchemaColumn[]> {
  return database.many<SchemaColumn>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
}

/** Create two different sample values for a column, by its type. */
export function createSampleValues({ name, type }: SchemaColumn): [unknown, unknown] {
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
      throw new Error(
        `Column ${name} has the type ${type}. Add two sample values of this type to createSampleValues.`,
      );
  }
}

/** Parse a CSV text with a header row and one record into cells by column name. No cell may contain a line break. */
export function readCsvRecord(text: string): Map<string, string> {
  const [headerRow = "", recordRow = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const values = readCells(recordRow);
  return new Map(readCells(headerRow).map((name, index) => [name, values[index] ?? ""]));
}

/** Read the cells of a line in which every cell is quoted. */
function readCells(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = ""]) => cell.replaceAll('""', '"'));
}
