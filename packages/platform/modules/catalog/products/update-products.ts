import { type FieldError, refuse } from "@souk/contract";
import { errorCode, type Transaction } from "@souk/database";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { tellChanged } from "../mark-products.ts";
import { changeVariants } from "../variants/change-variants.ts";
import { tellOfVariants } from "../variants/update-variants.ts";
import type { VariantChange } from "../variants/variant-change.ts";
import type { CreationKit } from "./create-products.ts";
import { type ProductInput, readProductFields } from "./product-fields.ts";
import { lockProductRows, sameProduct, writeProductRows } from "./product-rows.ts";

/** What is sent of one product. */
export interface ProductChange {
  id: number;
  input: ProductInput;
  /** Of its variants, by their ids. */
  variants: readonly Omit<VariantChange, "product_id">[];
  /** Where its fields stand in what was sent, with a point behind; empty for a body of its own. */
  path: string;
}

export interface ProductChanges {
  store: Store;
  cause: Cause;
  /** No product twice. */
  changes: readonly ProductChange[];
}

/**
 * Changes many products and their variants at once, all or none, in a few round trips however many they are. Each that really
 * changes is told once; what is already as asked changes nothing and sends nothing.
 * @throws Refusal invalid naming what is wrong; ids of no product are named `<path>id`, and a handle that is taken `handle`
 */
export async function updateProducts(
  { facts, setPrimaryStock }: CreationKit,
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
      : await changeVariants(setPrimaryStock, tx, { store, cause, changes: variants });
  const written = await writeProducts(tx, store, changes);
  await tellChanged(facts, tx, { store, cause, ids: written });
  const told = new Set(written);
  const untold = (ids: Set<number>) => new Set([...ids].filter((id) => !told.has(id)));
  await tellOfVariants(facts, tx, {
    store,
    cause,
    changed: { written: untold(changed.written), stocked: untold(changed.stocked) },
  });
}

/** Writes the products that differ. @returns their ids in their order */
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
  const faults: FieldError[] = [];
  const after = changes.flatMap(({ id, input, path }) => {
    const row = before.get(id);
    if (!row) {
      faults.push({ path: `${path}id`, message: "is no product of this store" });
      return [];
    }
    const reading = { zone: store.timezone, faults: [] as FieldError[], isNew: false };
    const fields = readProductFields(input, row.fields, reading);
    faults.push(...reading.faults.map((fault) => ({ ...fault, path: `${path}${fault.path}` })));
    const changed = { id, handle: input.handle ?? row.handle, fields };
    return sameProduct(row, changed) ? [] : [changed];
  });
  if (faults.length > 0) refuse("invalid", { fields: faults });
  try {
    await writeProductRows(tx, store, after);
  } catch (error) {
    if (errorCode(error) !== "23505") throw error;
    refuse("invalid", { fields: takenHandles(changes) });
  }
  return after.map(({ id }) => id).sort((a, b) => a - b);
}

function takenHandles(changes: readonly ProductChange[]): FieldError[] {
  return changes.flatMap(({ input, path }) =>
    input.handle === undefined
      ? []
      : [{ path: `${path}handle`, message: `is taken: another product has the handle ${input.handle}` }],
  );
}
