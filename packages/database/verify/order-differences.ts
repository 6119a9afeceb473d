/**
 * Build the SQL condition that a row belongs to an order of store `$1` whose id is greater than `$2` and at most `$3`.
 * @param row the alias of the row
 */
export const buildInIdRange = (row: string): string =>
  `${row}.store_id = $1 and ${row}.order_id > $2 and ${row}.order_id <= $3`;

/**
 * Build the SQL that follows `from` to select what was shipped of a fulfillment order line of store `$1`. Canceled
 * shipments are left out.
 * @param line the alias of the fulfillment order line
 */
export const buildShippedLines = (line: string): string => `fulfillment_lines l
        join fulfillments m on m.store_id = $1 and m.id = l.fulfillment_id
        where l.store_id = $1 and l.order_id = ${line}.order_id and l.fulfillment_order_line_id = ${line}.id
          and m.status <> 'cancelled'`;

/** Build the SQL expression for the units of a fulfillment order line that were removed before shipping. */
export const buildRemovedUnits = (line: string): string => `coalesce((
        select sum(r.quantity) from refund_lines r
        where r.store_id = $1 and r.order_id = ${line}.order_id and r.fulfillment_order_line_id = ${line}.id
          and not r.is_reverted), 0)`;

/** Build the SQL expression for the units of a fulfillment order line that were neither shipped nor removed. */
export const buildUnshippedUnits = (line: string): string => `${line}.quantity
      - coalesce((select sum(l.quantity) from ${buildShippedLines(line)}), 0)
      - ${buildRemovedUnits(line)}`;

/** Build the SQL expression for a number as text without trailing zeros. */
export const buildNumberText = (number: string): string => `trim_scale(${number}::numeric)::text`;

/**
 * Build the SQL that selects the differences between stored and computed values.
 * @param kind the kind of record that has the stored values
 * @param from the tables and joins, with a column `id`
 * @param fields the SQL of each field's name, stored value and computed value, all as text
 */
export function buildDifferencesSql(
  kind: string,
  from: string,
  fields: readonly (readonly [name: string, storedSql: string, computedSql: string])[],
): string {
  const values = fields.map((field) => `(${field.join(", ")})`).join(",\n      ");
  return `
    select '${kind}' as kind, id, null::bigint as variant_id, null::bigint as location_id, f.field, f.stored_value, f.computed_value
    from ${from} cross join lateral (values ${values}) as f (field, stored_value, computed_value)
    where f.stored_value is distinct from f.computed_value`;
}
