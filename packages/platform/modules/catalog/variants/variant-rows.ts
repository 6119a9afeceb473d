import { laterThan, type Transaction } from "@souk/database";
import { anyOf } from "../../../listing/any-of.ts";
import type { Store } from "../../../routing/call.ts";
import type { VariantFields } from "./variant-fields.ts";

/** A variant as its row has it. */
export interface VariantRow {
  id: number;
  product_id: number;
  option_ids: number[];
  fields: VariantFields;
}

/** The columns that an app writes, with their types in SQL. */
const columns = {
  sku: "text",
  barcode: "text",
  price: "numeric",
  compare_at_price: "numeric",
  cost_price: "numeric",
  inventory_policy: "text",
  taxable: "boolean",
  shipping_required: "boolean",
  weight: "numeric",
  weight_unit: "text",
  grams: "integer",
  width: "numeric",
  height: "numeric",
  length: "numeric",
  position: "integer",
  is_enabled: "boolean",
  image_id: "bigint",
} as const satisfies Record<keyof VariantFields, string>;

const names = Object.keys(columns) as (keyof VariantFields)[];

/** `a, b` of the columns, each with what stands before it. */
export const variantColumns = (before = ""): string => names.map((name) => `${before}${name}`).join(", ");

/** `a text, b numeric` of the columns, for reading rows out of JSON. */
export const typedVariantColumns = names.map((name) => `${name} ${columns[name]}`).join(", ");

// Amounts as plain text without zeros at the end, measures as numbers: as they are read from what is sent.
const asRead = names.map((name) => {
  if (columns[name] !== "numeric") return `v.${name}`;
  return name.includes("price") ? `trim_scale(v.${name})::text as ${name}` : `v.${name}::float8 as ${name}`;
});

const lockStatement = {
  name: "variants_lock_rows",
  text: `
    select v.id, v.product_id, v.option_ids, ${asRead.join(", ")}
    from variants v where v.store_id = $1 and v.id = ${anyOf("$2")} order by v.id for no key update`,
};

/** Locks variants in the order of their ids. @returns those that are there */
export async function lockVariantRows(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, VariantRow>> {
  const { rows } = await tx.query<VariantFields & Omit<VariantRow, "fields">>(lockStatement, [
    store.id,
    [...ids],
  ]);
  return new Map(
    rows.map(({ id, product_id, option_ids, ...fields }) => [id, { id, product_id, option_ids, fields }]),
  );
}

const updateStatement = {
  name: "variants_write",
  text: `
    with wanted as (
      select * from jsonb_to_recordset($2::jsonb) as w (id bigint, option_ids bigint[], ${typedVariantColumns}))
    update variants v set (option_ids, ${variantColumns()}) = row(wanted.option_ids, ${variantColumns("wanted.")}),
      updated_at = ${laterThan("v.updated_at")}
    from wanted where v.store_id = $1 and v.id = wanted.id`,
};

function sameFields(a: VariantFields, b: VariantFields): boolean {
  return names.every((name) => a[name] === b[name]);
}

/** Whether two lists of option ids hold the same, in whatever order. */
function sameOptions(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/**
 * Writes locked variants that differ from what they were.
 * @returns the products of those that do
 */
export async function writeVariantRows(
  tx: Transaction,
  store: Store,
  change: { before: ReadonlyMap<number, VariantRow>; after: readonly VariantRow[] },
): Promise<Set<number>> {
  const changed = change.after.filter(({ id, option_ids, fields }) => {
    const before = change.before.get(id);
    return before && !(sameFields(before.fields, fields) && sameOptions(before.option_ids, option_ids));
  });
  if (changed.length > 0) {
    const rows = changed.map(({ id, option_ids, fields }) => ({ id, option_ids, ...fields }));
    await tx.query(updateStatement, [store.id, JSON.stringify(rows)]);
  }
  return new Set(changed.map(({ product_id }) => product_id));
}

const copyStatement = {
  name: "variants_copy",
  text: `
    with wanted as (
      select * from rows from (jsonb_to_recordset($3::jsonb) as (sibling_id bigint, option_ids bigint[], position integer))
        with ordinality as w (sibling_id, option_ids, position, n))
    insert into variants (store_id, product_id, option_ids, position, image_id, price, compare_at_price, cost_price,
      inventory_policy, taxable, shipping_required, weight, weight_unit, grams, width, height, length, is_enabled)
    select $1, $2, wanted.option_ids, wanted.position, s.image_id, s.price, s.compare_at_price, s.cost_price,
      s.inventory_policy, s.taxable, s.shipping_required, s.weight, s.weight_unit, s.grams, s.width, s.height, s.length,
      s.is_enabled
    from wanted join variants s on s.store_id = $1 and s.product_id = $2 and s.id = wanted.sibling_id
    order by wanted.n`,
};

/** A variant made like another: with its prices and weight, without its SKU, barcode and stock (PRD-6). */
export interface VariantCopy {
  sibling_id: number;
  option_ids: number[];
  position: number;
}

export async function copyVariants(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  copies: readonly VariantCopy[],
): Promise<void> {
  if (copies.length > 0) await tx.query(copyStatement, [store.id, product_id, JSON.stringify(copies)]);
}

const reoptionStatement = {
  name: "variants_reoption",
  text: `
    update variants v set option_ids = wanted.option_ids, updated_at = ${laterThan("v.updated_at")}
    from jsonb_to_recordset($3::jsonb) as wanted (id bigint, option_ids bigint[])
    where v.store_id = $1 and v.product_id = $2 and v.id = wanted.id
      and v.option_ids <> wanted.option_ids`,
};

/** Gives locked variants other option values, or the same in another order of their types, which their names show. */
export async function giveOptions(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  wanted: readonly { id: number; option_ids: number[] }[],
): Promise<void> {
  await tx.query(reoptionStatement, [store.id, product_id, JSON.stringify(wanted)]);
}
