import { type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import { type JsonText, jsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { markProductsChanged, publishProductsUpdated } from "../mark-products.ts";
import { lockShape } from "../options/option-shape.ts";
import { loadVariantIds, variantTexts } from "../variant-store.ts";
import { type ChangedByVariants, changeVariants } from "./change-variants.ts";
import type { VariantChange } from "./variant-change.ts";

type Body = OperationBody<typeof operations.updateVariants>;

function changesIn({ variants }: Body, product_id: number): VariantChange[] {
  return variants.map(({ id, ...input }, index) => ({ id, product_id, input, path: `variants.${index}.` }));
}

/** Publish `product/update` once for each product whose variants changed (WHK-13). */
export async function publishVariantsUpdated(
  tx: Transaction,
  { store, cause, changed }: { store: Store; cause: Cause; changed: ChangedByVariants },
): Promise<void> {
  const inOrder = (ids: Set<number>) => [...ids].sort((a, b) => a - b);
  if (changed.written.size > 0) await markProductsChanged(tx, { ...cause, store }, inOrder(changed.written));
  if (changed.stocked.size > 0)
    await publishProductsUpdated(tx, { ...cause, store }, inOrder(changed.stocked));
}

/**
 * Update a product's variants, all or none (PRD-5). Stock is set at the primary location only and the totals follow
 * (PRD-7); an update without a change writes nothing and publishes nothing.
 * @throws ApiError not_found for the product; invalid naming each invalid field, repeated ids, and ids of no variant
 *   of it
 */
export async function updateVariants(
  tx: Transaction,
  call: Call<typeof operations.updateVariants>,
): Promise<JsonText> {
  const { store, params } = call;
  const { product_id } = params;
  if ((await loadVariantIds(tx, store, product_id)) === null) throwApiError("not_found");
  const changes = changesIn(call.body, product_id);
  const changed = await changeVariants(tx, { store, cause: call, changes });
  await publishVariantsUpdated(tx, { store, cause: call, changed });
  const texts = await variantTexts(tx, store, { product_id, ids: changes.map(({ id }) => id) });
  return jsonText(`{"variants":[${texts.join(",")}]}`);
}

/** Update one variant, as `updateVariants` does. @throws ApiError not_found; invalid naming each invalid field */
export async function updateVariant(
  tx: Transaction,
  call: Call<typeof operations.updateVariant>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { product_id, id } = params;
  // Who deletes it at the same time comes before or after: then it is not found.
  await lockShape(tx, store, product_id);
  if (!(await loadVariantIds(tx, store, product_id))?.has(id)) throwApiError("not_found");
  const changes = [{ id, product_id, input: body, path: "" }];
  const changed = await changeVariants(tx, { store, cause: call, changes });
  await publishVariantsUpdated(tx, { store, cause: call, changed });
  const [text] = await variantTexts(tx, store, { product_id, ids: [id] });
  return recordText("variant", text ?? throwApiError("not_found"));
}
