import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/response.ts";
import { countTotal } from "./count-total.ts";
import type { CountSource, ListQuery, ListSource } from "./list-source.ts";
import { wrapList } from "./list-text.ts";
import { readPage } from "./read-page.ts";

/** Read one page of an API 3.0 list and return the JSON of the response (LST-1 to LST-3). */
export async function readList(db: Queryable, source: ListSource, query: ListQuery): Promise<JsonText> {
  const { page, texts } = await readPage(db, source, query);
  return wrapList(source.plural, texts, { page });
}

/** Count the rows that meet the conditions. */
export async function countRows(db: Queryable, source: CountSource): Promise<{ count: number }> {
  return { count: (await countTotal(db, source)).total };
}
