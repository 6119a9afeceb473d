/** Build the SQL condition that a row of store `$1` belongs to an order with an id after `$2` up to `$3`. */
export const buildInPortion = (row: string): string =>
  `${row}.store_id = $1 and ${row}.order_id > $2 and ${row}.order_id <= $3`;

/**
 * Build the `from` clause for the fulfillment lines of a share; a share is a line of a fulfillment order of store `$1`.
 */
export const buildSentLines = (share: string): string => `fulfillment_lines l
        join fulfillments m on m.store_id = $1 and m.id = l.fulfillment_id
        where l.store_id = $1 and l.order_id = ${share}.order_id and l.fulfillment_order_line_id = ${share}.id
          and m.status <> 'cancelled'`;

/** Build the SQL expression for the units of a share that were removed before shipping. */
export const buildRemovedUnits = (share: string): string => `coalesce((
        select sum(r.quantity) from refund_lines r
        where r.store_id = $1 and r.order_id = ${share}.order_id and r.fulfillment_order_line_id = ${share}.id
          and not r.is_reverted), 0)`;

/** Build the SQL expression for the units of a share that were neither shipped nor removed. */
export const buildUnitsLeft = (share: string): string => `${share}.quantity
      - coalesce((select sum(l.quantity) from ${buildSentLines(share)}), 0)
      - ${buildRemovedUnits(share)}`;

/** Build the SQL expression for a number as text without trailing zeros. */
export const formatNumber = (number: string): string => `trim_scale(${number}::numeric)::text`;

/**
 * Build the SQL of the differences between stored and computed values.
 * @param from the tables and joins, with a column `id`
 * @param fields the SQL of each field's name, stored value and computed value, all as text
 */
export function buildDifferences(
  kind: string,
  from: string,
  fields: readonly (readonly [name: string, shown: string, summed: string])[],
): string {
  const values = fields.map((field) => `(${field.join(", ")})`).join(",\n      ");
  return `
    select '${kind}' as kind, id, null::bigint as variant_id, null::bigint as location_id, f.field, f.shown, f.summed
    from ${from} cross join lateral (values ${values}) as f (field, shown, summed)
    where f.shown is distinct from f.summed`;
}
