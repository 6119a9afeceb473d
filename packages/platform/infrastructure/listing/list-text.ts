import type { FieldSelection, Page } from "@souk/contract";
import { type JsonText, jsonText } from "../routing/answer.ts";

type Fields = Record<string, unknown>;

/** Return the record with only the requested fields; `id` always stays. Unknown names are ignored. */
function pickFields(record: Fields, { keep, drop }: FieldSelection): Fields {
  const stays = (name: string) =>
    name === "id" || ((keep.length === 0 || keep.includes(name)) && !drop.includes(name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => stays(name)));
}

/** Wrap the JSON text of a record as `{"<singular>":{…}}`. */
export function recordText(singular: string, text: string, fields?: FieldSelection): JsonText {
  const shown = fields ? JSON.stringify(pickFields(JSON.parse(text) as Fields, fields)) : text;
  return jsonText(`{"${singular}":${shown}}`);
}

/** The parts of a list's response around its records. */
export interface ListFrame {
  page: Page;
  fields?: FieldSelection | undefined;
  /** The cursor of the next page, null at the end; absent: the list has none. */
  next?: string | null;
}

/**
 * Build the list envelope around the page's records (LST-1).
 * @param texts the JSON texts of the records, joined by commas
 */
export function listText(plural: string, texts: string, { page, fields, next }: ListFrame): JsonText {
  const records = fields
    ? JSON.stringify((JSON.parse(`[${texts}]`) as Fields[]).map((record) => pickFields(record, fields)))
    : `[${texts}]`;
  const { total_count, page_count, limit } = page;
  const cursor = next === undefined ? "" : `,"next_cursor":${JSON.stringify(next)}`;
  return jsonText(
    `{"${plural}":${records},"total_count":${total_count},"page_count":${page_count},"page":${page.page},"limit":${limit}${cursor}}`,
  );
}
