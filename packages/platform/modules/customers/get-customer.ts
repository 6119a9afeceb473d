import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { canReadAttributes, loadCustomerText } from "./customer-texts.ts";

/**
 * Return a customer with addresses and groups, and with custom fields if the caller may read them (CUS-3).
 * @throws ApiError `not_found`
 */
export async function getCustomer(
  db: Queryable,
  call: Call<typeof operations.getCustomer>,
): Promise<JsonText> {
  const { store, params, query } = call;
  const text = await loadCustomerText(db, store, { id: params.id, hasAttributes: canReadAttributes(call) });
  return wrapRecord("customer", text ?? throwApiError("not_found"), query.fields);
}
