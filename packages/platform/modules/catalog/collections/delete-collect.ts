import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";

/** Remove a product from a collection, and publish `product/update` for the product. @throws ApiError `not_found` */
export async function deleteCollect(
  tx: Transaction,
  call: Call<typeof operations.deleteCollect>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const text = "select product_id from collects where store_id = $1 and id = $2";
  const row = await tx.maybeOne<{ product_id: number }>(text, [store.id, params.id]);
  const { product_id } = row ?? throwApiError("not_found");
  await lockProduct(tx, store, product_id);
  const deleteResult = await tx.query("delete from collects where store_id = $1 and id = $2", [
    store.id,
    params.id,
  ]);
  if (deleteResult.rowCount === 0) throwApiError("not_found");
  await markProductsChanged(tx, call, [product_id]);
  return {};
}
