import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { holdStock } from "../../inventory/index.ts";
import { markProductsChanged } from "../mark-products.ts";
import { lockShape } from "../options/option-shape.ts";
import { pruneValues } from "../options/write-options.ts";
import { loadVariantIds } from "../variant-store.ts";
import { removeVariants } from "./remove-variants.ts";

/**
 * Delete a variant with its stock; the ledger stays and ends at 0.
 * @throws ApiError not_found; invalid when it is the last of its product
 */
export async function deleteVariant(
  tx: Transaction,
  call: Call<typeof operations.deleteVariant>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { product_id, id } = call.params;
  await lockShape(tx, store, product_id);
  const ids = (await loadVariantIds(tx, store, product_id)) ?? throwApiError("not_found");
  if (!ids.has(id)) throwApiError("not_found");
  if (ids.size === 1)
    throwFieldError(
      "id",
      "not_allowed",
      {},
      "This is the last variant of the product. Delete the product instead.",
    );
  await holdStock(tx, store, [id]);
  await removeVariants(tx, { store, product_id, cause: call }, [id]);
  await pruneValues(tx, { store, product_id });
  await markProductsChanged(tx, call, [product_id]);
  return {};
}
