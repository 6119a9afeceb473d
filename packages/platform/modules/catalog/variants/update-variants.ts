import { type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../../infrastructure/routing/response.ts";
import { markProductsChanged, publishProductsUpdated } from "../mark-products.ts";
import { lockOptions } from "../options/option-shape.ts";
import { loadVariantIds, loadVariantTexts } from "../variant-store.ts";
import { assertCanSetStock } from "./assert-can-set-stock.ts";
import { type ChangedProducts, changeVariants } from "./change-variants.ts";
import type { VariantChange } from "./variant-change.ts";

type UpdateBody = OperationBody<typeof operations.updateVariants>;

function toVariantChanges({ variants }: UpdateBody, product_id: number): VariantChange[] {
  return variants.map(({ id, ...input }, index) => ({ id, product_id, input, path: `variants.${index}.` }));
}

/** Publish `product/update` once for each product whose variants changed (WHK-13). */
export async function publishVariantsUpdated(
  tx: Transaction,
  { store, cause, changedProducts }: { store: Store; cause: Cause; changedProducts: ChangedProducts },
): Promise<void> {
  const sortIds = (ids: Set<number>) => [...ids].sort((a, b) => a - b);
  // `markProductsChanged` also publishes. A change of stock has already marked its product, so only the event is missing there.
  if (changedProducts.updatedProductIds.size > 0)
    await markProductsChanged(tx, { ...cause, store }, sortIds(changedProducts.updatedProductIds));
  if (changedProducts.stockOnlyProductIds.size > 0)
    await publishProductsUpdated(tx, { ...cause, store }, sortIds(changedProducts.stockOnlyProductIds));
}

/**
 * Update a product's variants, all or none (PRD-5). Stock is set at the primary location only, and the total stock of the variant
 * and of the product is updated (PRD-7). An update without a change writes and publishes nothing.
 * @throws ApiError `not_found` for the product; `invalid` for each invalid field, and for each id that is repeated or is not a
 *   variant of the product
 */
export async function updateVariants(
  tx: Transaction,
  call: Call<typeof operations.updateVariants>,
): Promise<JsonText> {
  const { store, params } = call;
  const { product_id } = params;
  if ((await loadVariantIds(tx, store, product_id)) === null) throwApiError("not_found");
  const changes = toVariantChanges(call.body, product_id);
  assertCanSetStock(
    call.actor,
    changes.map(({ input }) => input),
  );
  const changedProducts = await changeVariants(tx, { store, cause: call, changes });
  await publishVariantsUpdated(tx, { store, cause: call, changedProducts });
  const texts = await loadVariantTexts(tx, store, { product_id, ids: changes.map(({ id }) => id) });
  return createJsonText(`{"variants":[${texts.join(",")}]}`);
}

/** Update one variant under the same rules as `updateVariants`. @throws ApiError `not_found`; `invalid` for each invalid field */
export async function updateVariant(
  tx: Transaction,
  call: Call<typeof operations.updateVariant>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { product_id, id } = params;
  assertCanSetStock(call.actor, [body]);
  // With this lock, a concurrent deletion runs either before this update, which then returns not_found, or after it.
  await lockOptions(tx, store, product_id);
  if (!(await loadVariantIds(tx, store, product_id))?.has(id)) throwApiError("not_found");
  const changes = [{ id, product_id, input: body, path: "" }];
  const changedProducts = await changeVariants(tx, { store, cause: call, changes });
  await publishVariantsUpdated(tx, { store, cause: call, changedProducts });
  const [text] = await loadVariantTexts(tx, store, { product_id, ids: [id] });
  return wrapRecord("variant", text ?? throwApiError("not_found"));
}
