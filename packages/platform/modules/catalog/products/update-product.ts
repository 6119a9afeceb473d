import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { lockProduct } from "../mark-products.ts";
import { loadProductResponse } from "./product-text.ts";
import { updateProducts } from "./update-products.ts";

/**
 * Update the sent fields of a product (PRD-2). Variants, options and images have their own operations.
 * @throws ApiError `not_found`; `invalid` for each invalid field, or for `handle` if another product has it
 */
export async function updateProduct(
  deps: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  call: Call<typeof operations.updateProduct>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { id } = params;
  if (!(await lockProduct(tx, store, id))) throwApiError("not_found");
  const changes = [{ id, input: body, variants: [], path: "" }];
  await updateProducts(tx, { store, cause: call, changes });
  return loadProductResponse(deps, tx, { store, id });
}
