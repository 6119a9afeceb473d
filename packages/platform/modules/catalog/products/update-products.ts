import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import { getErrorCode, type Transaction } from "@souk/database";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { publishProductsUpdated } from "../mark-products.ts";
import { changeVariants } from "../variants/change-variants.ts";
import { publishVariantsUpdated } from "../variants/update-variants.ts";
import type { VariantChange } from "../variants/variant-change.ts";
import type { ProductInput } from "./product-columns.ts";
import { readProductFields } from "./product-fields.ts";
import { isSameProduct, lockProductRows, writeProductRows } from "./product-rows.ts";

/** An update of a product and its variants. */
export interface ProductChange {
  id: number;
  input: ProductInput;
  /** The updates of its variants. */
  variants: readonly Omit<VariantChange, "product_id">[];
  /** The prefix of its fields' paths in errors, such as `products.0.`; empty if the request body is this product. */
  path: string;
}

export interface ProductChanges {
  store: Store;
  cause: Cause;
  /** The changes, at most one per product. */
  changes: readonly ProductChange[];
}

/**
 * Update products and their variants, all or none, in a constant number of statements. `product/update` is published once for
 * each product that changes. An update without a change writes and publishes nothing.
 * @throws ApiError `invalid` for each invalid field, for `<path>id` if the id is unknown, and for each sent `<path>handle` if
 *   one of the sent handles belongs to another product
 */
export async function updateProducts(
  tx: Transaction,
  { store, cause, changes }: ProductChanges,
): Promise<void> {
  const variantChanges = changes.flatMap(({ id, variants }) =>
    variants.map((variant) => ({ ...variant, product_id: id })),
  );
  // Variants are locked before products.
  const changedProducts =
    variantChanges.length === 0
      ? { updatedProductIds: new Set<number>(), stockOnlyProductIds: new Set<number>() }
      : await changeVariants(tx, { store, cause, changes: variantChanges });
  const updatedIds = await writeProducts(tx, store, changes);
  await publishProductsUpdated(tx, { ...cause, store }, updatedIds);
  const publishedIds = new Set(updatedIds);
  const omitPublished = (ids: Set<number>) => new Set([...ids].filter((id) => !publishedIds.has(id)));
  await publishVariantsUpdated(tx, {
    store,
    cause,
    changedProducts: {
      updatedProductIds: omitPublished(changedProducts.updatedProductIds),
      stockOnlyProductIds: omitPublished(changedProducts.stockOnlyProductIds),
    },
  });
}

/** Update the products whose fields or handle change. @returns the ids of these products in ascending order */
async function writeProducts(
  tx: Transaction,
  store: Store,
  changes: readonly ProductChange[],
): Promise<number[]> {
  const rowsBefore = await lockProductRows(
    tx,
    store,
    changes.map(({ id }) => id),
  );
  const errors: FieldError[] = [];
  const changedRows = changes.flatMap(({ id, input, path }) => {
    const row = rowsBefore.get(id);
    if (!row) {
      errors.push(fieldError(`${path}id`, "not_found", { resource: "product" }));
      return [];
    }
    const context = { zone: store.timezone, errors: [] as FieldError[], isNew: false };
    const fields = readProductFields(input, row.fields, context);
    errors.push(...context.errors.map((error) => ({ ...error, path: `${path}${error.path}` })));
    const changedRow = { id, handle: input.handle ?? row.handle, fields };
    return isSameProduct(row, changedRow) ? [] : [changedRow];
  });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  try {
    await writeProductRows(tx, store, changedRows);
  } catch (error) {
    if (getErrorCode(error) !== "23505") throw error;
    throwApiError("invalid", { fields: createHandleErrors(changes) });
  }
  return changedRows.map(({ id }) => id).sort((a, b) => a - b);
}

function createHandleErrors(changes: readonly ProductChange[]): FieldError[] {
  return changes.flatMap(({ input, path }) =>
    input.handle === undefined ? [] : [fieldError(`${path}handle`, "not_unique", { resource: "product" })],
  );
}
