import { laterThan, type Queryable, type Transaction } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import type { Order } from "./order-rows.ts";
import { instantSql, manyParts, orderTables, rowSql } from "./order-tables.ts";

const parts = manyParts.map((part) => {
  const { table, by } = orderTables[part];
  return `array_to_json(array(
      select ${rowSql(part)} from ${table} r
      where r.store_id = o.store_id and r.order_id = o.id order by r.${by}, r.id)) as ${part}`;
});

const loadStatement = {
  name: "orders_load",
  text: `
    select (select ${rowSql("order")} from (select o.*) r) as "order", ${parts.join(", ")},
      ${instantSql(`(${laterThan("o.updated_at")})::timestamptz(3)`)} as at
    from orders o where o.store_id = $1 and o.id = ${anyOf("$2")} order by o.id`,
};

/** Orders with all their rows as one moment saw them; an id of none is missing. */
export async function loadOrders(
  run: Queryable,
  store: Pick<Store, "id">,
  ids: readonly number[],
): Promise<Order[]> {
  const { rows } = await run.query<Order & { at: string }>(loadStatement, [store.id, [...ids]]);
  return rows.map(({ at: _, ...order }) => order);
}

const lockStatement = {
  name: "orders_lock",
  text: "select from orders where store_id = $1 and id = $2 for no key update",
};

/** An order whose row is locked, and the time of the change that it is locked for: later than its last one. */
export interface LockedOrder {
  before: Order;
  /** ISO 8601 in UTC. */
  at: string;
}

/**
 * Locks an order and reads it. The lock comes before every other: named locations, the store's row, customers, levels,
 * variants and products follow.
 * @returns null when there is none
 */
export async function lockOrder(
  tx: Transaction,
  store: Pick<Store, "id">,
  id: number,
): Promise<LockedOrder | null> {
  // Of two statements: one alone would read the other rows as they were before it waited for the lock.
  if ((await tx.query(lockStatement, [store.id, id])).rowCount === 0) return null;
  const { rows } = await tx.query<Order & { at: string }>(loadStatement, [store.id, [id]]);
  const row = rows[0];
  if (!row) return null;
  const { at, ...before } = row;
  return { before, at };
}
