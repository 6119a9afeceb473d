import type { FieldSelection, Page } from "@souk/contract";
import { createJsonText, type JsonText } from "../routing/response.ts";

type Fields = Record<string, unknown>;

/** Return the record with only the requested fields and the `id`. Unknown field names are ignored. */
function pickFields(record: Fields, { keep, drop }: FieldSelection): Fields {
  const isKept = (name: string) =>
    name === "id" || ((keep.length === 0 || keep.includes(name)) && !drop.includes(name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
}

/** Wrap the JSON text of a record as `{"<singular>":{…}}`. */
export function wrapRecord(singular: string, text: string, fields?: FieldSelection): JsonText {
  const recordJson = fields ? JSON.stringify(pickFields(JSON.parse(text) as Fields, fields)) : text;
  return createJsonText(`{"${singular}":${recordJson}}`);
}

/** What a list's response contains apart from its records. */
export interface ListFrame {
  page: Page;
  fields?: FieldSelection | undefined;
  /** The cursor of the next page, or null on the last page; undefined if the list has no cursors. */
  next?: string | null;
}

/**
 * Build the JSON of a list's response (LST-1).
 * @param texts the JSON texts of the records, joined by commas
 */
export function wrapList(plural: string, texts: string, { page, fields, next }: ListFrame): JsonText {
  const records = fields
    ? JSON.stringify((JSON.parse(`[${texts}]`) as Fields[]).map((record) => pickFields(record, fields)))
    : `[${texts}]`;
  const { total_count, page_count, limit } = page;
  const cursor = next === undefined ? "" : `,"next_cursor":${JSON.stringify(next)}`;
  return createJsonText(
    `{"${plural}":${records},"total_count":${total_count},"page_count":${page_count},"page":${page.page},"limit":${limit}${cursor}}`,
  );
}
