import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { events, type Publisher } from "../../../infrastructure/events/publish.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** The effect of an order on its customer: how many orders, the amount spent, and their balances. */
export interface BuyerMove {
  customer_id: number;
  order_id: number;
  orders: number;
  /** The order that joins them, or where one leaves, the last that they still have; null: no order. */
  last_order_id: number | null;
  /** Decimal text in the store's currency, negative for a decrease; so are credit and points. */
  spent: string;
  credit: string;
  points: number;
  /** The description on the lines of the balances' ledgers. */
  description: string;
}

/** The placeholders of a move, from the given one on, with the values of `buyerValues`. */
interface BuyerSql {
  first: number;
  /** The condition under which the customer is updated. */
  when: string;
}

/** Return the values of the placeholders of `buyerHeld` and `buyerMoved`. */
export function buyerValues(move: BuyerMove | null): unknown[] {
  const {
    customer_id = null,
    order_id = null,
    orders = 0,
    last_order_id = null,
    spent = "0",
    credit = "0",
    points = 0,
  } = move ?? {};
  return [customer_id, orders, last_order_id, spent, credit, points, move?.description ?? "", order_id];
}

/** Build the table expression `buyer`: the customer, locked before the rows locked by expressions that read it. */
export function buyerLocked({ first }: Pick<BuyerSql, "first">): string {
  return `
  buyer as materialized (
    select r.id, r.total_credit + $${first + 4}::numeric >= 0 as has_credit, r.total_point + $${first + 5}::bigint >= 0 as has_points
    from customers r where r.store_id = $1 and r.id = $${first}::bigint for no key update)`;
}

/**
 * Build the table expressions that update the customer `buyer`, with the lines of the balances' ledgers; `$1` is the
 * store and `$3` to `$5` the actor.
 */
export function buyerUpdated({ first, when }: BuyerSql): string {
  const at = (offset: number) => `$${first + offset}`;
  return `
  moved_buyer as (
    update customers r set order_count = r.order_count + ${at(1)}::bigint,
      last_order_id = case when ${at(1)}::bigint < 0 then ${at(2)}::bigint else greatest(r.last_order_id, ${at(2)}::bigint) end, total_spent = r.total_spent + ${at(3)}::numeric,
      total_credit = r.total_credit + ${at(4)}::numeric, total_point = r.total_point + ${at(5)}::bigint,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from buyer where r.store_id = $1 and r.id = buyer.id and ${when}
    returning r.id, r.total_credit, r.total_point, r.updated_at),
  buyer_ledger as (
    insert into balance_movements (store_id, customer_id, balance, change, resulting, description, actor_kind, actor_id,
      request_id, order_id, created_at)
    select $1, b.id, line.balance, line.change, line.resulting, ${at(6)}::text, $3::text, $4::text, $5::text,
      ${at(7)}::bigint, b.updated_at
    from moved_buyer b cross join lateral (values
      ('credit', ${at(4)}::numeric, b.total_credit), ('point', ${at(5)}::numeric, b.total_point::numeric)
    ) as line (balance, change, resulting)
    where line.change <> 0 order by line.balance)`;
}

const moveStatement = defineStatement(
  "buyer_move",
  `
    with ${buyerLocked({ first: 6 })}, ${buyerUpdated({ first: 6, when: "$2::text is not null and has_credit and has_points" })}
    select has_credit, has_points from buyer`,
);

/** The result of a move: success, or the customer is gone or has too little of a balance. */
export type MovedBuyer = { ok: true } | { ok: false; reason: "gone" | "credit" | "points" };

/**
 * Update a customer by the effect of an order, after the order's lock and before any level's, and publish the change.
 * Nothing is written where it is rejected.
 */
export async function moveBuyer(
  tx: Transaction,
  call: Publisher & { store: Store },
  move: BuyerMove,
): Promise<MovedBuyer> {
  const { store, actor, request_id } = call;
  const values = [store.id, store.timezone, actor.kind, actor.id, request_id, ...buyerValues(move)];
  const buyer = await tx.maybeOne<{ has_credit: boolean; has_points: boolean }>(moveStatement, values);
  if (!buyer) return { ok: false, reason: "gone" };
  if (!buyer.has_credit) return { ok: false, reason: "credit" };
  if (!buyer.has_points) return { ok: false, reason: "points" };
  await events.publish(tx, call, "customer/update", { id: move.customer_id, snapshot: null });
  return { ok: true };
}
