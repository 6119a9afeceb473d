import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { type EventSource, events } from "../../infrastructure/events/publish.ts";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const lockedProductsSql = `
  with locked as materialized (
    select id from products where store_id = $1 and id = ${buildAnyIds("$2")} order by id for no key update)`;

const markChangedStatement = defineStatement(
  "products_changed",
  `${lockedProductsSql}
    update products p set version = p.version + 1, updated_at = ${monotonicUpdatedAt("p.updated_at")}
    from locked where p.store_id = $1 and p.id = locked.id`,
);

const markStaleStatement = defineStatement(
  "products_stale",
  `${lockedProductsSql}
    update products p set version = p.version + 1 from locked where p.store_id = $1 and p.id = locked.id`,
);

const productLockStatement = defineStatement(
  "product_lock",
  "select from products where store_id = $1 and id = $2 for no key update",
);

/** Lock a product against changes by other transactions. @returns whether the product exists */
export async function lockProduct(tx: Transaction, store: Store, id: number): Promise<boolean> {
  return (await tx.query(productLockStatement, [store.id, id])).rowCount > 0;
}

/** Make the snapshots of products stale, set `updated_at`, and publish `product/update` for each product (WHK-13). */
export async function markProductsChanged(
  tx: Transaction,
  call: EventSource,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await tx.query(markChangedStatement, [call.store.id, ids]);
  await publishProductsUpdated(tx, call, ids);
}

/** Publish `product/update` for each of these products. The caller has already changed their rows. */
export async function publishProductsUpdated(
  tx: Transaction,
  call: EventSource,
  ids: readonly number[],
): Promise<void> {
  const trigger_by_app = call.actor.kind === "app" ? call.actor.id : null;
  // WHK-6: the event's context is the change of the product itself.
  const updateEvents = ids.map((id) => ({ id, snapshot: null, context: "product/update", trigger_by_app }));
  await events.publishMany(tx, call, "product/update", updateEvents);
}

/** Make the snapshots of products stale without publishing events, since the products themselves have not changed. */
export async function markProductsStale(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await tx.query(markStaleStatement, [store.id, ids]);
}
