import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type ProductFields, productColumnUses } from "./product-columns.ts";

/** A product as stored in its row. */
export interface ProductRow {
  id: number;
  handle: string;
  fields: ProductFields;
}

const { list, listWritten } = productColumnUses;

const lockStatement = defineStatement(
  "products_lock_rows",
  `
    select id, handle, ${list()} from products
    where store_id = $1 and id = ${anyIds("$2")} order by id for no key update`,
);

/** Lock products in the order of their ids. @returns those that exist */
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
    update products p set (handle, ${list()}) = row(w.handle, ${listWritten("w", "clock_timestamp()")}),
      version = p.version + 1, updated_at = ${monotonicUpdatedAt("p.updated_at")}
    from jsonb_populate_recordset(null::products, $2::jsonb) as w
    where p.store_id = $1 and p.id = w.id`,
);

/** Return whether a product is unchanged. */
export function sameProduct(a: ProductRow, b: ProductRow): boolean {
  return a.handle === b.handle && JSON.stringify(a.fields) === JSON.stringify({ ...a.fields, ...b.fields });
}

/**
 * Write locked products, and increment their versions. A handle that another product has causes the database's error
 * 23505.
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
