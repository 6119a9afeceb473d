import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";

/** One customer with addresses, groups and, for whoever may read them, custom fields (CUS-3). @throws Refusal not_found */
export async function getCustomer(
  run: Queryable,
  call: Call<typeof operations.getCustomer>,
): Promise<JsonText> {
  const { store, params, query } = call;
  const text = await customerText(run, store, { id: params.id, attributes: seesAttributes(call) });
  return recordText("customer", text ?? refuse("not_found"), query.fields);
}
