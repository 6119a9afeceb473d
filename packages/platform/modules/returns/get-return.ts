import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { findReturns } from "./find-returns.ts";

/** One return (WHK-14). @throws Refusal not_found */
export async function getReturn(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getReturn>,
): Promise<JsonText> {
  const texts = await findReturns(run, store, [params.id]);
  return recordText("order_return", texts.get(params.id) ?? refuse("not_found"), query.fields);
}
