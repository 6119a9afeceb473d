import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { lockVariantStock } from "../../inventory/index.ts";
import { markProductsChanged } from "../mark-products.ts";
import { lockOptions } from "../options/option-shape.ts";
import { pruneValues } from "../options/write-options.ts";
import { loadVariantIds } from "../variant-store.ts";
import { removeVariants } from "./remove-variants.ts";

/**
 * Delete a variant with its stock, and publish `product/update`. The ledger of its stock is kept, and its last movements bring the
 * stock to 0.
 * @throws ApiError `not_found`; `invalid` if it is the last variant of its product
 */
export async function deleteVariant(
  tx: Transaction,
  call: Call<typeof operations.deleteVariant>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { product_id, id } = call.params;
  await lockOptions(tx, store, product_id);
  const ids = (await loadVariantIds(tx, store, product_id)) ?? throwApiError("not_found");
  if (!ids.has(id)) throwApiError("not_found");
  if (ids.size === 1)
    throwFieldError(
      "id",
      "not_allowed",
      {},
      "This is the only variant of the product. Delete the product instead.",
    );
  await lockVariantStock(tx, store, [id]);
  await removeVariants(tx, { store, product_id, cause: call }, [id]);
  await pruneValues(tx, { store, product_id });
  await markProductsChanged(tx, call, [product_id]);
  return {};
}
