import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { lockPrimaryStock, type PrimaryStock, setPrimaryStock } from "../../inventory/index.ts";
import { lockCurrencyExponent } from "../lock-currency-exponent.ts";
import { lockOptions } from "../options/option-shape.ts";
import { pruneValues } from "../options/write-options.ts";
import { assertImages } from "./assert-images.ts";
import { resolveOptions } from "./resolve-options.ts";
import type { VariantChange } from "./variant-change.ts";
import { hasAmounts, readVariantFields } from "./variant-fields.ts";
import { lockVariantRows, type VariantRow, writeVariantRows } from "./variant-rows.ts";

export interface VariantChanges {
  store: Store;
  cause: Cause;
  changes: readonly VariantChange[];
}

/** The products affected by changes of their variants. */
export interface ChangedProducts {
  /** Products with variants whose rows have changed. The caller must increment the products' versions. */
  updatedProductIds: Set<number>;
  /** Products with stock changes only. The stock changes have already incremented the products' versions. */
  stockOnlyProductIds: Set<number>;
}

// WHK-6: the context of the stock events is the update of the product.
const changeReason = { context: "product/update", reason: "variants update", reference: null };

async function lockRequestedStock(tx: Transaction, store: Store, changes: readonly VariantChange[]) {
  const stock = changes.flatMap(({ id, input }): PrimaryStock[] =>
    input.inventory_quantity === undefined ? [] : [{ variant_id: id, quantity: input.inventory_quantity }],
  );
  const ids = stock.map(({ variant_id }) => variant_id);
  return { stock, location_id: stock.length > 0 ? await lockPrimaryStock(tx, store, ids) : 0 };
}

/** Return an error for each id that is repeated or is not a variant of the product. */
function findIdErrors(
  changes: readonly VariantChange[],
  rows: ReadonlyMap<number, VariantRow>,
): FieldError[] {
  const seenIds = new Set<number>();
  return changes.flatMap(({ id, product_id, path }): FieldError[] => {
    if (rows.get(id)?.product_id !== product_id)
      return [fieldError(`${path}id`, "not_found", { resource: "variant", of: "product" })];
    if (seenIds.has(id)) return [fieldError(`${path}id`, "not_unique")];
    seenIds.add(id);
    return [];
  });
}

/**
 * Update variants of any number of products, all or none (PRD-5). Stock is set at the primary location only, and a stock event is
 * published for each level. The caller publishes the events of the products. An update without a change writes nothing.
 * @throws ApiError `invalid` for each invalid field, and for each id that is repeated or is not a variant of the product
 */
export async function changeVariants(
  tx: Transaction,
  { store, cause, changes }: VariantChanges,
): Promise<ChangedProducts> {
  const optionChanges = changes.filter(({ input }) => input.options !== undefined);
  const productIds = [...new Set(optionChanges.map(({ product_id }) => product_id))].sort((a, b) => a - b);
  for (const productId of productIds) await lockOptions(tx, store, productId);
  const exponent = changes.some(({ input }) => hasAmounts(input)) ? await lockCurrencyExponent(tx, store) : 0;
  // Levels are locked before variants, and variants before products, as in every change of stock.
  const { stock, location_id } = await lockRequestedStock(tx, store, changes);
  const rowsBefore = await lockVariantRows(
    tx,
    store,
    changes.map(({ id }) => id),
  );
  const errors = findIdErrors(changes, rowsBefore);
  const rowsAfter = changes.flatMap(({ id, input, path }) => {
    const row = rowsBefore.get(id);
    return row ? [{ ...row, fields: readVariantFields(input, row.fields, { exponent, path, errors }) }] : [];
  });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  await assertImages(tx, store, listImageAssignments(changes));
  const productIdsWithOptions = await resolveOptions(tx, store, { changes, rows: rowsAfter });
  const variantIdsWithChangedStock =
    stock.length > 0 ? await setPrimaryStock(tx, store, { location_id, stock, cause, changeReason }) : [];
  const updatedProductIds = await writeVariantRows(tx, store, { before: rowsBefore, after: rowsAfter });
  for (const product_id of productIdsWithOptions) await pruneValues(tx, { store, product_id });
  const productIdsWithChangedStock = variantIdsWithChangedStock.flatMap(
    (id) => rowsBefore.get(id)?.product_id ?? [],
  );
  return {
    updatedProductIds,
    stockOnlyProductIds: new Set(productIdsWithChangedStock.filter((id) => !updatedProductIds.has(id))),
  };
}

function listImageAssignments(changes: readonly VariantChange[]) {
  return changes.flatMap(({ product_id, input, path }) =>
    input.image_id === undefined ? [] : [{ product_id, image_id: input.image_id, path: `${path}image_id` }],
  );
}
