import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { loadReturnTextsByIds } from "./find-returns.ts";

/** Load one return as JSON (WHK-14). @throws ApiError `not_found` */
export async function getReturn(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getReturn>,
): Promise<JsonText> {
  const texts = await loadReturnTextsByIds(db, store, [params.id]);
  return wrapRecord("order_return", texts.get(params.id) ?? throwApiError("not_found"), query.fields);
}
