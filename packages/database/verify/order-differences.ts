/** Whether a row of store `$1` is of an order with an id after `$2` up to `$3`. */
export const inPortion = (row: string): string =>
  `${row}.store_id = $1 and ${row}.order_id > $2 and ${row}.order_id <= $3`;

/** The lines of parcels that hold units of a share, a line of a fulfillment order of store `$1`: what follows `from`. */
export const sentLines = (share: string): string => `fulfillment_lines l
        join fulfillments m on m.store_id = $1 and m.id = l.fulfillment_id
        where l.store_id = $1 and l.order_id = ${share}.order_id and l.fulfillment_order_line_id = ${share}.id
          and m.status <> 'cancelled'`;

/** How many units of a share were taken out of it before they were sent. */
export const removedUnits = (share: string): string => `coalesce((
        select sum(r.quantity) from refund_lines r
        where r.store_id = $1 and r.order_id = ${share}.order_id and r.fulfillment_order_line_id = ${share}.id
          and not r.is_reverted), 0)`;

/** How many units of a share were neither sent nor taken out. */
export const unitsLeft = (share: string): string => `${share}.quantity
      - coalesce((select sum(l.quantity) from ${sentLines(share)}), 0)
      - ${removedUnits(share)}`;

/** A number as text, without the zeros that its column adds. */
export const plain = (number: string): string => `trim_scale(${number}::numeric)::text`;

/**
 * What rows say beside what is summed, where the two are not the same.
 * @param from tables and expressions, with an `id`
 * @param fields each as the SQL of its name, of what is said and of what it comes to, all text
 */
export function saidOtherwise(
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
