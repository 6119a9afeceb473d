import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/answer.ts";
import { countNow } from "./count-now.ts";
import type { CountSource, ListQuery, ListSource } from "./list-source.ts";
import { listText } from "./list-text.ts";
import { readPage } from "./read-page.ts";

/** Read one page of a 3.0 list in its envelope (LST-1 to LST-3). */
export async function readList(db: Queryable, source: ListSource, query: ListQuery): Promise<JsonText> {
  const { page, texts } = await readPage(db, source, query);
  return listText(source.plural, texts, { page, fields: query.fields });
}

/** Count the rows that meet the conditions. */
export async function countRows(db: Queryable, source: CountSource): Promise<{ count: number }> {
  return { count: (await countNow(db, source)).total };
}
