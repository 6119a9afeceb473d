import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { Order } from "./order-rows.ts";
import { buildInstantSql, buildRowSql, manyParts, orderTables } from "./order-tables.ts";

const parts = manyParts.map((part) => {
  const { table, by } = orderTables[part];
  return `array_to_json(array(
      select ${buildRowSql(part)} from ${table} r
      where r.store_id = o.store_id and r.order_id = o.id order by r.${by}, r.id)) as ${part}`;
});

// guard: store-predicate-of-orders with `$1::bigint > 0` for `o.store_id = $1`
const loadStatement = defineStatement(
  "orders_load",
  `
    select (select ${buildRowSql("order")} from (select o.*) r) as "order", ${parts.join(", ")},
      ${buildInstantSql(`(${monotonicUpdatedAt("o.updated_at")})::timestamptz(3)`)} as at
    from orders o where o.store_id = $1 and o.id = ${anyIds("$2")} order by o.id`,
);

/** Load orders with all their rows in one statement; unknown ids are missing. */
export async function loadOrders(
  db: Queryable,
  store: Pick<Store, "id">,
  ids: readonly number[],
): Promise<Order[]> {
  const rows = await db.many<Order & { at: string }>(loadStatement, [store.id, [...ids]]);
  return rows.map(({ at: _, ...order }) => order);
}

// guard: order-lock without `for no key update`: money-at-once.test.ts
// guard: store-predicate-of-orders with `$1::bigint > 0` for `store_id = $1`: access-matrix.slow.test.ts P35: to a caller with rights elsewhere, this store's ids look nonexistent
const lockStatement = defineStatement(
  "orders_lock",
  "select from orders where store_id = $1 and id = $2 for no key update",
);

/** A locked order and the time of its change, which is later than its last change. */
export interface LockedOrder {
  before: Order;
  /** ISO 8601 in UTC. */
  at: string;
}

/**
 * Lock an order and load it. An order is locked first, then named locations, the store, customers, levels,
 * variants and products.
 * @returns null when the order does not exist
 */
export async function lockOrder(
  tx: Transaction,
  store: Pick<Store, "id">,
  id: number,
): Promise<LockedOrder | null> {
  // Two statements: a single one would read the other rows as they were before it waited for the lock.
  if ((await tx.query(lockStatement, [store.id, id])).rowCount === 0) return null;
  const row = await tx.maybeOne<Order & { at: string }>(loadStatement, [store.id, [id]]);
  if (!row) return null;
  const { at, ...before } = row;
  return { before, at };
}
