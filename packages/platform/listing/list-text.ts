import type { FieldSelection, Page } from "@souk/contract";
import { type JsonText, jsonText } from "../routing/answer.ts";

type Fields = Record<string, unknown>;

/** The record with only the fields asked for; `id` always stays. Unknown names are ignored. */
function pickFields(record: Fields, { keep, drop }: FieldSelection): Fields {
  const stays = (name: string) =>
    name === "id" || ((keep.length === 0 || keep.includes(name)) && !drop.includes(name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => stays(name)));
}

/** `{"<singular>":{…}}` around the JSON text of a record. */
export function recordText(singular: string, text: string, fields?: FieldSelection): JsonText {
  const shown = fields ? JSON.stringify(pickFields(JSON.parse(text) as Fields, fields)) : text;
  return jsonText(`{"${singular}":${shown}}`);
}

/** What stands around the records of a list. */
export interface ListFrame {
  page: Page;
  fields?: FieldSelection | undefined;
  /** The cursor of the next page, null at the end; absent: the list has none. */
  next?: string | null;
}

/**
 * The list envelope around the page's records (LST-1).
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
