import { type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import type { Call } from "../../../routing/call.ts";
import { holdStock } from "../../inventory/index.ts";
import { markChanged } from "../mark-products.ts";
import { lockShape } from "../options/option-shape.ts";
import { pruneValues } from "../options/write-options.ts";
import { variantIdsOf } from "../variant-store.ts";
import { removeVariants } from "./remove-variants.ts";

/**
 * Deletes a variant with its stock; the ledger stays and ends at 0.
 * @throws Refusal not_found; invalid when it is the last of its product
 */
export async function deleteVariant(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteVariant>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { product_id, id } = call.params;
  await lockShape(tx, store, product_id);
  const ids = (await variantIdsOf(tx, store, product_id)) ?? refuse("not_found");
  if (!ids.has(id)) refuse("not_found");
  if (ids.size === 1)
    refuseField("id", "is the last variant of this product; delete the product in its place");
  await holdStock(tx, store, [id]);
  await removeVariants(tx, { store, product_id, cause: call }, [id]);
  await pruneValues(tx, { store, product_id });
  await markChanged(facts, tx, { store, cause: call, ids: [product_id] });
  return {};
}
