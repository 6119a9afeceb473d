import { type operations, throwApiError } from "@souk/contract";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import type { ProductSnapshots } from "./product-snapshots.ts";

/** Return a product with its variants, options and images. @throws ApiError not_found */
export async function getProduct(
  snapshots: ProductSnapshots,
  call: Call<typeof operations.getProduct>,
): Promise<JsonText> {
  const text = await snapshots.loadOne(call.store, call.params.id);
  return wrapRecord("product", text ?? throwApiError("not_found"), call.query.fields);
}
