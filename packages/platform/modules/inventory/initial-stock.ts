import { type QuantityField, quantityFields } from "@souk/contract";
import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import { deleteCheckpoint } from "./ledger-checkpoints.ts";

/** A past movement of a new variant. If `change` is 0, the level is created without a movement. */
export interface InitialMovement {
  variant_id: number;
  location_id: number;
  change: number;
  reason: string;
  at: Date;
  actor: { kind: "account" | "system"; id: string };
  /** The request that made the change. One request can have several movements. */
  request_id: string;
  /** The quantity that changes; by default `inventory_quantity`. */
  field?: QuantityField;
  reference?: string;
  purchase_order_id?: number;
  transfer_id?: number;
}

const buildSumSql = (field: QuantityField) =>
  `coalesce(sum(change) filter (where field = '${field}'), 0)::bigint`;

// Movements are inserted in the order of time, so their ids are in that order, too.
const text = `
  with line as materialized (
    select o.*, sum(change) over (partition by variant_id, location_id, field order by at, n)::bigint as result
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::text[], $12::bigint[], $13::bigint[])
      with ordinality as o (variant_id, location_id, change, reason, at, actor_kind, actor_id, request_id, field, reference,
        purchase_order_id, transfer_id, n)),
  level as (
    insert into inventory_levels (store_id, variant_id, location_id, ${quantityFields.join(", ")}, created_at, updated_at)
    select $1, variant_id, location_id, ${quantityFields.map(buildSumSql).join(", ")}, min(at), max(at) from line
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
 * Insert levels and past movements of new variants, which no other transaction can see yet. No events are published.
 * @param movements the movements in any order; movements with the same time keep their given order
 */
export async function insertInitialStock(
  tx: Transaction,
  storeId: number,
  movements: readonly InitialMovement[],
): Promise<void> {
  await deleteCheckpoint(tx, storeId);
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
