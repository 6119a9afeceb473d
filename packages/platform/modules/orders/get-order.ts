import { type operations, refuse } from "@souk/contract";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import type { OrderDocuments } from "./order-documents.ts";

/** One order with all that belongs to it (ORD-2, ORD-7). @throws Refusal not_found */
export async function getOrder(
  documents: OrderDocuments,
  call: Call<typeof operations.getOrder>,
): Promise<JsonText> {
  const text = await documents.one(call.store, call.params.id);
  return recordText("order", text ?? refuse("not_found"), call.query.fields);
}
