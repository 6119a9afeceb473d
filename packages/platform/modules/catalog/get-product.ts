import { type operations, refuse } from "@souk/contract";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import type { ProductDocuments } from "./product-documents.ts";

/** One product with its variants, options and images. @throws Refusal not_found */
export async function getProduct(
  documents: ProductDocuments,
  call: Call<typeof operations.getProduct>,
): Promise<JsonText> {
  const text = await documents.one(call.store, call.params.id);
  return recordText("product", text ?? refuse("not_found"), call.query.fields);
}
