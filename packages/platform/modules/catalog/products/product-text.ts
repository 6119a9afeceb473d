import { throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";

/** Load the JSON response for a product, including this transaction's changes. @throws ApiError `not_found` */
export async function loadProductResponse(
  { snapshots }: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  { store, id }: { store: Store; id: number },
): Promise<JsonText> {
  const text = (await snapshots.loadMany(tx, store, [id])).get(id);
  return wrapRecord("product", text ?? throwApiError("not_found"));
}
