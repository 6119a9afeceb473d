import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type VariantFields, variantColumnUses } from "./variant-columns.ts";

/** A variant as stored in its row. */
export interface VariantRow {
  id: number;
  product_id: number;
  option_ids: number[];
  fields: VariantFields;
}

const { names, list, listHeld } = variantColumnUses;

const lockStatement = defineStatement(
  "variants_lock_rows",
  `
    select v.id, v.product_id, v.option_ids, ${listHeld("v")}
    from variants v where v.store_id = $1 and v.id = ${anyIds("$2")} order by v.id for no key update`,
);

/** Lock variants in the order of their ids. @returns those that exist */
export async function lockVariantRows(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, VariantRow>> {
  const rows = await tx.many<VariantFields & Omit<VariantRow, "fields">>(lockStatement, [store.id, [...ids]]);
  return new Map(
    rows.map(({ id, product_id, option_ids, ...fields }) => [id, { id, product_id, option_ids, fields }]),
  );
}

const updateStatement = defineStatement(
  "variants_write",
  `
    with wanted as (select * from jsonb_populate_recordset(null::variants, $2::jsonb))
    update variants v set (option_ids, ${list()}) = row(wanted.option_ids, ${list("wanted")}),
      updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from wanted where v.store_id = $1 and v.id = wanted.id`,
);

function sameFields(a: VariantFields, b: VariantFields): boolean {
  return names.every((name) => a[name] === b[name]);
}

/** Return whether two lists hold the same option ids, in any order. */
function sameOptions(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** Write locked variants that differ from before. @returns the products of those that do */
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

/** Columns that a variant made like another gets values of its own for. */
const own: readonly string[] = ["sku", "barcode", "position"];

const copied = names.filter((name) => !own.includes(name));

const copyStatement = defineStatement(
  "variants_copy",
  `
    with wanted as (
      select * from rows from (jsonb_to_recordset($3::jsonb) as (sibling_id bigint, option_ids bigint[], position integer))
        with ordinality as w (sibling_id, option_ids, position, n))
    insert into variants (store_id, product_id, option_ids, position, ${copied.join(", ")})
    select $1, $2, wanted.option_ids, wanted.position, ${copied.map((name) => `s.${name}`).join(", ")}
    from wanted join variants s on s.store_id = $1 and s.product_id = $2 and s.id = wanted.sibling_id
    order by wanted.n`,
);

/** A variant made like another: with its prices, weight and the rest, without its SKU, barcode and stock (PRD-6). */
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

const reoptionStatement = defineStatement(
  "variants_reoption",
  `
    update variants v set option_ids = wanted.option_ids, updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from jsonb_to_recordset($3::jsonb) as wanted (id bigint, option_ids bigint[])
    where v.store_id = $1 and v.product_id = $2 and v.id = wanted.id
      and v.option_ids <> wanted.option_ids`,
);

/**
 * Assign other option values to locked variants, or the same in another order of their types, which their names show.
 */
export async function giveOptions(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  assignments: readonly { id: number; option_ids: number[] }[],
): Promise<void> {
  await tx.query(reoptionStatement, [store.id, product_id, JSON.stringify(assignments)]);
}
