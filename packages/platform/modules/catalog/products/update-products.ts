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
import { lockProductRows, sameProduct, writeProductRows } from "./product-rows.ts";

/** The sent fields of a product. */
export interface ProductChange {
  id: number;
  input: ProductInput;
  /** The sent fields of its variants, by their ids. */
  variants: readonly Omit<VariantChange, "product_id">[];
  /** The path of its fields in the request, with a trailing point; empty for a body of its own. */
  path: string;
}

export interface ProductChanges {
  store: Store;
  cause: Cause;
  /** The changes, at most one per product. */
  changes: readonly ProductChange[];
}

/**
 * Update many products and their variants at once, all or none, in a few round trips however many they are. Each that
 * really changes is published once; an update without a change writes nothing and publishes nothing.
 * @throws ApiError invalid naming each invalid field; unknown ids are named `<path>id`, and a handle that is not free
 *   `handle`
 */
export async function updateProducts(
  tx: Transaction,
  { store, cause, changes }: ProductChanges,
): Promise<void> {
  const variants = changes.flatMap(({ id, variants }) =>
    variants.map((variant) => ({ ...variant, product_id: id })),
  );
  // Variants are locked before products.
  const changed =
    variants.length === 0
      ? { written: new Set<number>(), stocked: new Set<number>() }
      : await changeVariants(tx, { store, cause, changes: variants });
  const written = await writeProducts(tx, store, changes);
  await publishProductsUpdated(tx, { ...cause, store }, written);
  const published = new Set(written);
  const untold = (ids: Set<number>) => new Set([...ids].filter((id) => !published.has(id)));
  await publishVariantsUpdated(tx, {
    store,
    cause,
    changed: { written: untold(changed.written), stocked: untold(changed.stocked) },
  });
}

/** Write the products that differ. @returns their ids in their order */
async function writeProducts(
  tx: Transaction,
  store: Store,
  changes: readonly ProductChange[],
): Promise<number[]> {
  const before = await lockProductRows(
    tx,
    store,
    changes.map(({ id }) => id),
  );
  const errors: FieldError[] = [];
  const after = changes.flatMap(({ id, input, path }) => {
    const row = before.get(id);
    if (!row) {
      errors.push(fieldError(`${path}id`, "not_found", { resource: "product" }));
      return [];
    }
    const reading = { zone: store.timezone, errors: [] as FieldError[], isNew: false };
    const fields = readProductFields(input, row.fields, reading);
    errors.push(...reading.errors.map((error) => ({ ...error, path: `${path}${error.path}` })));
    const changed = { id, handle: input.handle ?? row.handle, fields };
    return sameProduct(row, changed) ? [] : [changed];
  });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  try {
    await writeProductRows(tx, store, after);
  } catch (error) {
    if (getErrorCode(error) !== "23505") throw error;
    throwApiError("invalid", { fields: takenHandles(changes) });
  }
  return after.map(({ id }) => id).sort((a, b) => a - b);
}

function takenHandles(changes: readonly ProductChange[]): FieldError[] {
  return changes.flatMap(({ input, path }) =>
    input.handle === undefined ? [] : [fieldError(`${path}handle`, "not_unique", { resource: "product" })],
  );
}
