import type { FieldSelection, Page } from "@souk/contract";
import { createJsonPieces, createJsonText, type JsonText } from "../routing/response.ts";
import type { RecordTexts } from "./page-texts.ts";
import { selectFields } from "./select-fields.ts";

/** Wrap the JSON text of a record as `{"<singular>":{…}}`. */
export function wrapRecord(singular: string, text: string, fields?: FieldSelection): JsonText {
  return createJsonText(`{"${singular}":${selectFields(text, fields)}}`);
}

/** What a list's response contains apart from its records. */
export interface ListFrame {
  page: Page;
  /** The cursor of the next page, or null on the last page; undefined if the list has no cursors. */
  next?: string | null;
}

/** Build the JSON of a list's response (LST-1). @param texts the records, which already contain the requested fields only */
export function wrapList(plural: string, texts: RecordTexts, { page, next }: ListFrame): JsonText {
  const { total_count, page_count, limit } = page;
  const cursor = next === undefined ? "" : `,"next_cursor":${JSON.stringify(next)}`;
  const start = `{"${plural}":[`;
  const end = `],"total_count":${total_count},"page_count":${page_count},"page":${page.page},"limit":${limit}${cursor}}`;
  if (typeof texts === "string") return createJsonText(`${start}${texts}${end}`);
  return createJsonPieces(async function* () {
    let isFirst = true;
    for await (const piece of texts()) {
      yield `${isFirst ? start : ","}${piece}`;
      isFirst = false;
    }
    yield end;
  });
}
