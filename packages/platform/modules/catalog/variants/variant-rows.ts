import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type VariantFields, variantColumnFunctions } from "./variant-columns.ts";

/** A variant as stored in its row. */
export interface VariantRow {
  id: number;
  product_id: number;
  option_ids: number[];
  fields: VariantFields;
}

const { names: columnNames, listColumns, listNormalizedColumns } = variantColumnFunctions;

const lockStatement = defineStatement(
  "variants_lock_rows",
  `
    select v.id, v.product_id, v.option_ids, ${listNormalizedColumns("v")}
    from variants v where v.store_id = $1 and v.id = ${buildAnyIds("$2")} order by v.id for no key update`,
);

/** Lock variants in the order of their ids. @returns the variants that exist, by id */
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
    with changed as (select * from jsonb_populate_recordset(null::variants, $2::jsonb))
    update variants v set (option_ids, ${listColumns()}) = row(changed.option_ids, ${listColumns("changed")}),
      updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from changed where v.store_id = $1 and v.id = changed.id`,
);

function hasSameFields(a: VariantFields, b: VariantFields): boolean {
  return columnNames.every((name) => a[name] === b[name]);
}

/** Return whether two lists contain the same option ids in any order. */
function hasSameOptions(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** Update the locked variants that changed. @returns the ids of their products */
export async function writeVariantRows(
  tx: Transaction,
  store: Store,
  change: { before: ReadonlyMap<number, VariantRow>; after: readonly VariantRow[] },
): Promise<Set<number>> {
  const changedRows = change.after.filter(({ id, option_ids, fields }) => {
    const before = change.before.get(id);
    return before && !(hasSameFields(before.fields, fields) && hasSameOptions(before.option_ids, option_ids));
  });
  if (changedRows.length > 0) {
    const rows = changedRows.map(({ id, option_ids, fields }) => ({ id, option_ids, ...fields }));
    await tx.query(updateStatement, [store.id, JSON.stringify(rows)]);
  }
  return new Set(changedRows.map(({ product_id }) => product_id));
}

/** Columns that are not copied from the sibling of a new variant. */
const excludedColumns: readonly string[] = ["sku", "barcode", "position"];

const copiedColumns = columnNames.filter((name) => !excludedColumns.includes(name));

const copyStatement = defineStatement(
  "variants_copy",
  `
    with copies as (
      select * from rows from (jsonb_to_recordset($3::jsonb) as (sibling_id bigint, option_ids bigint[], position integer))
        with ordinality as w (sibling_id, option_ids, position, n))
    insert into variants (store_id, product_id, option_ids, position, ${copiedColumns.join(", ")})
    select $1, $2, copies.option_ids, copies.position, ${copiedColumns.map((name) => `s.${name}`).join(", ")}
    from copies join variants s on s.store_id = $1 and s.product_id = $2 and s.id = copies.sibling_id
    order by copies.n`,
);

/** A new variant to be copied from a sibling, without its SKU, barcode and stock (PRD-6). */
export interface VariantCopy {
  sibling_id: number;
  option_ids: number[];
  position: number;
}

/** Insert new variants as copies of their siblings. */
export async function copyVariants(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  copies: readonly VariantCopy[],
): Promise<void> {
  if (copies.length > 0) await tx.query(copyStatement, [store.id, product_id, JSON.stringify(copies)]);
}

const assignOptionsStatement = defineStatement(
  "variants_assign_options",
  `
    update variants v set option_ids = changed.option_ids, updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from jsonb_to_recordset($3::jsonb) as changed (id bigint, option_ids bigint[])
    where v.store_id = $1 and v.product_id = $2 and v.id = changed.id
      and v.option_ids <> changed.option_ids`,
);

/** Set the option values of locked variants. Each variant's `option_ids` are in the order of the option types. */
export async function assignOptions(
  tx: Transaction,
  { store, product_id }: { store: Store; product_id: number },
  assignments: readonly { id: number; option_ids: number[] }[],
): Promise<void> {
  await tx.query(assignOptionsStatement, [store.id, product_id, JSON.stringify(assignments)]);
}
