import type { FieldSelection, Page } from "@souk/contract";
import { type JsonText, jsonText } from "../routing/answer.ts";

/** The text of one record with only the fields asked for; `id` always stays. Unknown names are ignored. */
function pickFields(text: string, selection: FieldSelection): string {
  const record = JSON.parse(text) as Record<string, unknown>;
  const { keep, drop } = selection;
  const stays = (name: string) =>
    name === "id" || ((keep.length === 0 || keep.includes(name)) && !drop.includes(name));
  return JSON.stringify(Object.fromEntries(Object.entries(record).filter(([name]) => stays(name))));
}

/** `{"<singular>":{…}}` around the JSON text of a record. */
export function recordText(singular: string, text: string, fields?: FieldSelection): JsonText {
  return jsonText(`{"${singular}":${fields ? pickFields(text, fields) : text}}`);
}

/** The list envelope around the JSON texts of the page's records (LST-1). */
export function listText(
  plural: string,
  texts: readonly string[],
  { page, fields }: { page: Page; fields?: FieldSelection | undefined },
): JsonText {
  const shown = fields ? texts.map((text) => pickFields(text, fields)) : texts;
  const { total_count, page_count, limit } = page;
  return jsonText(
    `{"${plural}":[${shown.join(",")}],"total_count":${total_count},"page_count":${page_count},"page":${page.page},"limit":${limit}}`,
  );
}
