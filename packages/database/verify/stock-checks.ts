import { defineStatement } from "../statement.ts";

const quantityFields = [
  "inventory_quantity",
  "committed_inventory_quantity",
  "incoming_inventory_quantity",
  "reserved_inventory_quantity",
];

const buildInIdRange = (row: string) =>
  `${row}.store_id = $1 and ${row}.variant_id > $2 and ${row}.variant_id <= $3`;

/**
 * Find inconsistent stock of the variants of store `$1` with ids after `$2` up to `$3`. The statement compares the four
 * quantities of each level with the sums of the level's movements, the resulting quantity of each movement with the sum of the
 * movements up to it, and the quantity of each variant with the sum of its levels. This is one statement, so that it reads one
 * state of the database.
 */
export const variantCheck = defineStatement(
  "verify_variants",
  `
    with ledger as materialized (
      select m.id, m.variant_id, m.location_id, m.field, m.change, m.resulting_quantity,
        sum(m.change) over (partition by m.variant_id, m.location_id, m.field order by m.created_at, m.id)::bigint as running
      from inventory_movements m where ${buildInIdRange("m")}),
    computed as (
      select variant_id, location_id, field, sum(change)::bigint as quantity from ledger
      group by variant_id, location_id, field),
    level as materialized (
      select l.id, l.variant_id, l.location_id, ${quantityFields.map((field) => `l.${field}`).join(", ")}
      from inventory_levels l where ${buildInIdRange("l")}),
    stored as (
      select l.id, l.variant_id, l.location_id, f.field, f.quantity
      from level l cross join lateral (values ${quantityFields.map((field) => `('${field}', l.${field})`).join(", ")})
        as f (field, quantity))
    select case when stored.id is null then 'missing_level' else 'level' end as kind, stored.id, variant_id, location_id, field,
      coalesce(stored.quantity, 0) as stored_value, coalesce(computed.quantity, 0) as computed_value
    from stored full join computed using (variant_id, location_id, field)
    where coalesce(stored.quantity, 0) <> coalesce(computed.quantity, 0)
    union all
    select 'movement', id, variant_id, location_id, field, resulting_quantity, running
    from ledger where resulting_quantity <> running
    union all
    select 'variant', v.id, v.id, null, null, v.inventory_quantity, coalesce(l.quantity, 0)
    from variants v left join (
      select variant_id, sum(inventory_quantity)::bigint as quantity from level group by variant_id) l on l.variant_id = v.id
    where v.store_id = $1 and v.id > $2 and v.id <= $3 and v.inventory_quantity <> coalesce(l.quantity, 0)`,
);

/** Find products of store `$1` with ids after `$2` up to `$3` whose total_quantity is not the sum of their variants. */
export const productCheck = defineStatement(
  "verify_products",
  `
    select 'product' as kind, p.id, null as variant_id, null as location_id, null as field,
      p.total_quantity as stored_value, coalesce(v.quantity, 0) as computed_value
    from products p left join (
      select product_id, sum(inventory_quantity)::bigint as quantity from variants
      where store_id = $1 and product_id > $2 and product_id <= $3 group by product_id) v on v.product_id = p.id
    where p.store_id = $1 and p.id > $2 and p.id <= $3 and p.total_quantity <> coalesce(v.quantity, 0)`,
);

/**
 * Find levels of store `$1` whose incoming quantity differs from the units that open purchase orders and transfers still
 * bring to the location (INV-4).
 */
export const incomingCheck = defineStatement(
  "verify_incoming",
  `
    with line as (
      select l.variant_id, r.location_id, l.quantity - l.received_quantity as units
      from purchase_orders r join purchase_order_lines l on l.store_id = r.store_id and l.purchase_order_id = r.id
      where r.store_id = $1 and r.status in ('ordered', 'partially_received')
      union all
      select l.variant_id, r.to_location_id, l.quantity - l.received_quantity
      from transfers r join transfer_lines l on l.store_id = r.store_id and l.transfer_id = r.id
      where r.store_id = $1 and r.status in ('in_transit', 'partially_received')),
    -- Deleted variants have no level.
    expected as (
      select variant_id, location_id, sum(units)::bigint as quantity from line
      where exists (select from variants v where v.store_id = $1 and v.id = line.variant_id)
      group by variant_id, location_id),
    stored as (
      select l.variant_id, l.location_id, l.incoming_inventory_quantity as quantity from inventory_levels l
      where l.store_id = $1 and l.incoming_inventory_quantity <> 0)
    select 'incoming' as kind, null as id, variant_id, location_id, null as field,
      coalesce(stored.quantity, 0) as stored_value, coalesce(expected.quantity, 0) as computed_value
    from stored full join expected using (variant_id, location_id)
    where coalesce(stored.quantity, 0) <> coalesce(expected.quantity, 0)`,
);

/** Check that exactly one location of store `$1` is primary and that it is active (INV-9). */
export const primaryCheck = defineStatement(
  "verify_primary",
  `
    select 'primary' as kind, null as id, null as variant_id, null as location_id, null as field, count(*) as stored_value,
      1::bigint as computed_value
    from locations where store_id = $1 and is_primary having count(*) <> 1
    union all
    select 'primary_inactive', id, null, id, null, 0, 1 from locations
    where store_id = $1 and is_primary and not is_active`,
);
