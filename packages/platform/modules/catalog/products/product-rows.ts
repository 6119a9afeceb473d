import { laterThan, type Transaction } from "@souk/database";
import { anyOf } from "../../../listing/any-of.ts";
import type { Store } from "../../../routing/call.ts";
import type { ProductFields } from "./product-fields.ts";

/** A product as its row has it. */
export interface ProductRow {
  id: number;
  handle: string;
  fields: ProductFields;
}

const columns = {
  title: "text",
  description: "text",
  body_html: "text",
  note: "text",
  vendor: "text",
  brand: "text",
  product_type: "text",
  tags: "text[]",
  taxable: "boolean",
  shipping_required: "boolean",
  inventory_management: "text",
  is_published: "boolean",
  published_at: "timestamptz",
  meta_title: "text",
  meta_description: "text",
  keywords: "text",
} as const satisfies Record<keyof ProductFields, string>;

const names = Object.keys(columns) as (keyof ProductFields)[];

const lockStatement = {
  name: "products_lock_rows",
  text: `
    select id, handle, ${names.join(", ")} from products
    where store_id = $1 and id = ${anyOf("$2")} order by id for no key update`,
};

/** Locks products in the order of their ids. @returns those that are there */
export async function lockProductRows(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, ProductRow>> {
  const { rows } = await tx.query<ProductFields & { id: number; handle: string }>(lockStatement, [
    store.id,
    [...ids],
  ]);
  return new Map(rows.map(({ id, handle, ...fields }) => [id, { id, handle, fields }]));
}

// A product that is published without a date is published now.
const value = (name: keyof ProductFields) =>
  name === "published_at"
    ? "case when w.is_published then coalesce(w.published_at, clock_timestamp()) end"
    : `w.${name}`;

const updateStatement = {
  name: "products_write",
  text: `
    update products p set (handle, ${names.join(", ")}) = row(w.handle, ${names.map(value).join(", ")}),
      version = p.version + 1, updated_at = ${laterThan("p.updated_at")}
    from jsonb_to_recordset($2::jsonb) as w (id bigint, handle text, ${names.map((name) => `${name} ${columns[name]}`).join(", ")})
    where p.store_id = $1 and p.id = w.id`,
};

/** Whether a product is as it was. */
export function sameProduct(a: ProductRow, b: ProductRow): boolean {
  return a.handle === b.handle && JSON.stringify(a.fields) === JSON.stringify({ ...a.fields, ...b.fields });
}

/** Writes locked products, and counts their versions up. A handle that another has is the database's error 23505. */
export async function writeProductRows(
  tx: Transaction,
  store: Store,
  rows: readonly ProductRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const wanted = rows.map(({ id, handle, fields }) => ({ id, handle, ...fields }));
  await tx.query(updateStatement, [store.id, JSON.stringify(wanted)]);
}
