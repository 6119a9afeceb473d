import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";

/**
 * Return a customer with addresses, groups and, for whoever may read them, custom fields (CUS-3).
 * @throws ApiError not_found
 */
export async function getCustomer(
  db: Queryable,
  call: Call<typeof operations.getCustomer>,
): Promise<JsonText> {
  const { store, params, query } = call;
  const text = await customerText(db, store, { id: params.id, attributes: seesAttributes(call) });
  return recordText("customer", text ?? throwApiError("not_found"), query.fields);
}
