import { type QuantityField, quantityFields } from "@souk/contract";
import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import { unsealLedger } from "./seal-ledger.ts";

/** A line of a new variant's opening ledger. A change of 0 opens its level and leaves no line. */
export interface OpeningMovement {
  variant_id: number;
  location_id: number;
  change: number;
  reason: string;
  at: Date;
  actor: { kind: "account" | "system"; id: string };
  /** The request of the line; lines of one request are grouped. */
  request_id: string;
  /** The quantity that changes; by default the available one. */
  field?: QuantityField;
  reference?: string;
  purchase_order_id?: number;
  transfer_id?: number;
}

const sumSql = (field: QuantityField) => `coalesce(sum(change) filter (where field = '${field}'), 0)::bigint`;

// The order of the ids is that of time, as in a ledger that was written line by line.
const text = `
  with line as materialized (
    select o.*, sum(change) over (partition by variant_id, location_id, field order by at, n)::bigint as result
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::text[], $12::bigint[], $13::bigint[])
      with ordinality as o (variant_id, location_id, change, reason, at, actor_kind, actor_id, request_id, field, reference,
        purchase_order_id, transfer_id, n)),
  level as (
    insert into inventory_levels (store_id, variant_id, location_id, ${quantityFields.join(", ")}, created_at, updated_at)
    select $1, variant_id, location_id, ${quantityFields.map(sumSql).join(", ")}, min(at), max(at) from line
    group by variant_id, location_id order by variant_id, location_id
    returning variant_id, inventory_quantity),
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id, purchase_order_id, transfer_id)
    select $1, at, variant_id, location_id, field, change, result, reason, reference, actor_kind, actor_id, request_id,
      purchase_order_id, transfer_id
    from line where change <> 0 order by at, n),
  variant as (
    update variants v set inventory_quantity = v.inventory_quantity + opened.change, updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from (select variant_id, sum(inventory_quantity)::bigint as change from level group by variant_id) opened
    where v.store_id = $1 and v.id = opened.variant_id
    returning v.product_id, opened.change)
  update products p set total_quantity = p.total_quantity + opened.change, version = p.version + 1
  from (select product_id, sum(change)::bigint as change from variant group by product_id) opened
  where p.store_id = $1 and p.id = opened.product_id`;

/**
 * Write the levels and the opening ledger of new variants that are not visible yet, without publishing events.
 * @param movements in any order; those of one level and one instant are written in theirs
 */
export async function openStock(
  tx: Transaction,
  storeId: number,
  movements: readonly OpeningMovement[],
): Promise<void> {
  await unsealLedger(tx, storeId);
  await tx.query(text, [
    storeId,
    movements.map(({ variant_id }) => variant_id),
    movements.map(({ location_id }) => location_id),
    movements.map(({ change }) => change),
    movements.map(({ reason }) => reason),
    movements.map(({ at }) => at),
    movements.map(({ actor }) => actor.kind),
    movements.map(({ actor }) => actor.id),
    movements.map(({ request_id }) => request_id),
    movements.map(({ field = "inventory_quantity" }) => field),
    movements.map(({ reference }) => reference ?? null),
    movements.map(({ purchase_order_id }) => purchase_order_id ?? null),
    movements.map(({ transfer_id }) => transfer_id ?? null),
  ]);
}
