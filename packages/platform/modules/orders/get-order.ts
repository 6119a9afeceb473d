import { type operations, throwApiError } from "@souk/contract";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import type { OrderSnapshots } from "./order-documents.ts";

/** Load one order with all its child records as JSON (ORD-2, ORD-7). @throws ApiError `not_found` */
export async function getOrder(
  orderSnapshots: OrderSnapshots,
  call: Call<typeof operations.getOrder>,
): Promise<JsonText> {
  const text = await orderSnapshots.load(call.store, call.params.id);
  return wrapRecord("order", text ?? throwApiError("not_found"), call.query.fields);
}
