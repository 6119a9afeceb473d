/** Whether a row of store `$1` is of an order with an id after `$2` up to `$3`. */
export const inPortion = (row: string): string =>
  `${row}.store_id = $1 and ${row}.order_id > $2 and ${row}.order_id <= $3`;

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
