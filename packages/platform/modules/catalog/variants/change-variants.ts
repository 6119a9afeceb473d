import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { lockPrimaryStock, type PrimaryStock, setPrimaryStock } from "../../inventory/index.ts";
import { lockCurrencyExponent } from "../lock-currency-exponent.ts";
import { lockShape } from "../options/option-shape.ts";
import { pruneValues } from "../options/write-options.ts";
import { assertImages } from "./assert-images.ts";
import { resolveOptions } from "./resolve-options.ts";
import type { VariantChange } from "./variant-change.ts";
import { namesAmounts, readVariantFields } from "./variant-fields.ts";
import { lockVariantRows, type VariantRow, writeVariantRows } from "./variant-rows.ts";

export interface VariantChanges {
  store: Store;
  cause: Cause;
  changes: readonly VariantChange[];
}

/** The products affected by changes of their variants. */
export interface ChangedByVariants {
  /** Products with changes that their snapshots show, whose versions must be incremented. */
  written: Set<number>;
  /** Products of which only stock changed, which increments versions itself. */
  stocked: Set<number>;
}

// WHK-6: the cause of all that follows, of the stock too.
const why = { context: "product/update", reason: "variants update", reference: null };

async function lockStock(tx: Transaction, store: Store, changes: readonly VariantChange[]) {
  const stock = changes.flatMap(({ id, input }): PrimaryStock[] =>
    input.inventory_quantity === undefined ? [] : [{ variant_id: id, quantity: input.inventory_quantity }],
  );
  const ids = stock.map(({ variant_id }) => variant_id);
  return { stock, location_id: stock.length > 0 ? await lockPrimaryStock(tx, store, ids) : 0 };
}

/** Return an error for each wrong id: of no variant of its product, or repeated. */
function findIdErrors(
  changes: readonly VariantChange[],
  rows: ReadonlyMap<number, VariantRow>,
): FieldError[] {
  const seen = new Set<number>();
  return changes.flatMap(({ id, product_id, path }): FieldError[] => {
    if (rows.get(id)?.product_id !== product_id)
      return [fieldError(`${path}id`, "not_found", { resource: "variant", of: "product" })];
    if (seen.has(id)) return [fieldError(`${path}id`, "not_unique")];
    seen.add(id);
    return [];
  });
}

/**
 * Update variants of any number of products, all or none (PRD-5). Stock is set at the primary location only and
 * published by level; the caller publishes the products. An update without a change writes nothing.
 * @throws ApiError invalid naming each invalid field, also repeated ids and ids of no variant of the product
 */
export async function changeVariants(
  tx: Transaction,
  { store, cause, changes }: VariantChanges,
): Promise<ChangedByVariants> {
  const shaped = changes.filter(({ input }) => input.options !== undefined);
  const products = [...new Set(shaped.map(({ product_id }) => product_id))].sort((a, b) => a - b);
  for (const product of products) await lockShape(tx, store, product);
  const exponent = changes.some(({ input }) => namesAmounts(input))
    ? await lockCurrencyExponent(tx, store)
    : 0;
  // Levels are locked before variants, and these before the products, as every change of stock does.
  const { stock, location_id } = await lockStock(tx, store, changes);
  const before = await lockVariantRows(
    tx,
    store,
    changes.map(({ id }) => id),
  );
  const errors = findIdErrors(changes, before);
  const after = changes.flatMap(({ id, input, path }) => {
    const row = before.get(id);
    return row ? [{ ...row, fields: readVariantFields(input, row.fields, { exponent, path, errors }) }] : [];
  });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  await assertImages(tx, store, chosenImages(changes));
  const optioned = await resolveOptions(tx, store, { changes, rows: after });
  const movedIds =
    stock.length > 0 ? await setPrimaryStock(tx, store, { location_id, stock, why: { cause, ...why } }) : [];
  const written = await writeVariantRows(tx, store, { before, after });
  for (const product_id of optioned) await pruneValues(tx, { store, product_id });
  const moved = movedIds.flatMap((id) => before.get(id)?.product_id ?? []);
  return { written, stocked: new Set(moved.filter((id) => !written.has(id))) };
}

function chosenImages(changes: readonly VariantChange[]) {
  return changes.flatMap(({ product_id, input, path }) =>
    input.image_id === undefined ? [] : [{ product_id, image_id: input.image_id, path: `${path}image_id` }],
  );
}
