import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type ProductFields, productColumnFunctions } from "./product-columns.ts";

/** A product as stored in its row. */
export interface ProductRow {
  id: number;
  handle: string;
  fields: ProductFields;
}

const { listColumns, listWriteExpressions } = productColumnFunctions;

const lockStatement = defineStatement(
  "products_lock_rows",
  `
    select id, handle, ${listColumns()} from products
    where store_id = $1 and id = ${buildAnyIds("$2")} order by id for no key update`,
);

/** Lock products in the order of their ids. @returns the products that exist, by id */
export async function lockProductRows(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, ProductRow>> {
  const rows = await tx.many<ProductFields & { id: number; handle: string }>(lockStatement, [
    store.id,
    [...ids],
  ]);
  return new Map(rows.map(({ id, handle, ...fields }) => [id, { id, handle, fields }]));
}

const updateStatement = defineStatement(
  "products_write",
  `
    update products p set (handle, ${listColumns()}) = row(w.handle, ${listWriteExpressions("w", "clock_timestamp()")}),
      version = p.version + 1, updated_at = ${monotonicUpdatedAt("p.updated_at")}
    from jsonb_populate_recordset(null::products, $2::jsonb) as w
    where p.store_id = $1 and p.id = w.id`,
);

/** Return whether two versions of a product have the same handle and fields. */
export function isSameProduct(a: ProductRow, b: ProductRow): boolean {
  // Spreading over `a.fields` gives both texts the same order of keys.
  return a.handle === b.handle && JSON.stringify(a.fields) === JSON.stringify({ ...a.fields, ...b.fields });
}

/**
 * Update locked products, and increment their versions. If another product has the handle, the database throws 23505
 * (unique_violation).
 */
export async function writeProductRows(
  tx: Transaction,
  store: Store,
  rows: readonly ProductRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const records = rows.map(({ id, handle, fields }) => ({ id, handle, ...fields }));
  await tx.query(updateStatement, [store.id, JSON.stringify(records)]);
}
