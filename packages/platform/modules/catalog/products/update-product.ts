import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { lockProduct } from "../mark-products.ts";
import { productText } from "./product-text.ts";
import { updateProducts } from "./update-products.ts";

/**
 * Update the sent fields of a product (PRD-2); its variants, options and images have operations of their own.
 * @throws ApiError not_found; invalid naming each invalid field, also a handle that is not free
 */
export async function updateProduct(
  deps: Pick<CatalogDeps, "documents">,
  tx: Transaction,
  call: Call<typeof operations.updateProduct>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { id } = params;
  if (!(await lockProduct(tx, store, id))) throwApiError("not_found");
  const changes = [{ id, input: body, variants: [], path: "" }];
  await updateProducts(tx, { store, cause: call, changes });
  return productText(deps, tx, { store, id });
}
