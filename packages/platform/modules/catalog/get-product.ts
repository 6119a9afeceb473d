import { type operations, throwApiError } from "@souk/contract";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { ProductDocuments } from "./product-documents.ts";

/** Return a product with its variants, options and images. @throws ApiError not_found */
export async function getProduct(
  documents: ProductDocuments,
  call: Call<typeof operations.getProduct>,
): Promise<JsonText> {
  const text = await documents.one(call.store, call.params.id);
  return recordText("product", text ?? throwApiError("not_found"), call.query.fields);
}
