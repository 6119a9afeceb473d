import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { findReturns } from "./find-returns.ts";

/** Load one return (WHK-14). @throws ApiError not_found */
export async function getReturn(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getReturn>,
): Promise<JsonText> {
  const texts = await findReturns(db, store, [params.id]);
  return recordText("order_return", texts.get(params.id) ?? throwApiError("not_found"), query.fields);
}
