import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { Order } from "./order-rows.ts";
import { buildInstantSql, buildRowSql, childTableNames, orderTables } from "./order-tables.ts";

const childSelects = childTableNames.map((name) => {
  const { table, sortColumn } = orderTables[name];
  return `array_to_json(array(
      select ${buildRowSql(name)} from ${table} r
      where r.store_id = o.store_id and r.order_id = o.id order by r.${sortColumn}, r.id)) as ${name}`;
});

// guard store-predicate-of-orders, another part: the test fails only if `o.store_id = $1` is replaced with `$1::bigint > 0` too
const loadStatement = defineStatement(
  "orders_load",
  `
    select (select ${buildRowSql("order")} from (select o.*) r) as "order", ${childSelects.join(", ")},
      ${buildInstantSql(`(${monotonicUpdatedAt("o.updated_at")})::timestamptz(3)`)} as changed_at
    from orders o where o.store_id = $1 and o.id = ${buildAnyIds("$2")} order by o.id`,
);

/** Load orders with all their rows in one statement. Ids without an order are left out. */
export async function loadOrders(
  db: Queryable,
  store: Pick<Store, "id">,
  ids: readonly number[],
): Promise<Order[]> {
  const rows = await db.many<Order & { changed_at: string }>(loadStatement, [store.id, [...ids]]);
  return rows.map(({ changed_at: _, ...order }) => order);
}

// guard order-lock: without `for no key update`, simultaneous-payments.test.ts fails
// guard store-predicate-of-orders: with `$1::bigint > 0` instead of `store_id = $1`, access-matrix.slow.test.ts fails at `P35: records of one store look nonexistent to a caller of another store`
const lockStatement = defineStatement(
  "orders_lock",
  "select from orders where store_id = $1 and id = $2 for no key update",
);

/** An order that is locked for a change. */
export interface LockedOrder {
  before: Order;
  /** The time of the change, later than the order's last change, as ISO 8601 in UTC. */
  changedAt: string;
}

/**
 * Lock an order and load it. A transaction locks rows in this sequence: the order, requested locations, the store,
 * customers, levels, variants, products.
 * @returns null if the order does not exist
 */
export async function lockOrder(
  tx: Transaction,
  store: Pick<Store, "id">,
  id: number,
): Promise<LockedOrder | null> {
  // A single statement would read the order's child rows as they were before it waited for the lock. Therefore, one statement locks
  // the order, and another one loads it.
  if ((await tx.query(lockStatement, [store.id, id])).rowCount === 0) return null;
  const row = await tx.maybeOne<Order & { changed_at: string }>(loadStatement, [store.id, [id]]);
  if (!row) return null;
  const { changed_at: changedAt, ...before } = row;
  return { before, changedAt };
}
