import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { type EventSource, events } from "../../../infrastructure/events/publish.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** The change of a customer's totals that an order causes. A delta is the difference to add: it is negative for a decrease. */
export interface CustomerTotalsChange {
  customer_id: number;
  order_id: number;
  order_count_delta: number;
  /** The customer's newest order: the added order or, after a removal, the newest remaining order; null if none remains. */
  last_order_id: number | null;
  /** The difference of the amount spent, as decimal text in the store's currency. */
  spent_delta: string;
  /** The difference of the store credit, as decimal text in the store's currency. */
  credit_delta: string;
  points_delta: number;
  /** The description for the lines in the balances' ledgers. */
  description: string;
}

/** The options of `buildBuyerLockSql` and `buildBuyerUpdateSql`. */
interface BuyerSqlOptions {
  /**
   * The number of the first placeholder. The placeholders from this one on stand for the values that `listBuyerValues` returns, in
   * the same order. If the first placeholder is `$6`, for example, `$10` is the fifth value.
   */
  firstPlaceholder: number;
  /** The condition under which the customer is updated. */
  condition: string;
}

/** List the values of the placeholders that `buildBuyerLockSql` and `buildBuyerUpdateSql` use. */
export function listBuyerValues(change: CustomerTotalsChange | null): unknown[] {
  const {
    customer_id = null,
    order_id = null,
    order_count_delta = 0,
    last_order_id = null,
    spent_delta = "0",
    credit_delta = "0",
    points_delta = 0,
    description = "",
  } = change ?? {};
  const deltas = [spent_delta, credit_delta, points_delta];
  return [customer_id, order_count_delta, last_order_id, ...deltas, description, order_id];
}

/**
 * Build the table expression `buyer`, which locks the customer. Table expressions that read `buyer` lock their rows after the customer.
 */
export function buildBuyerLockSql({ firstPlaceholder }: Pick<BuyerSqlOptions, "firstPlaceholder">): string {
  const formatPlaceholder = (offset: number) => `$${firstPlaceholder + offset}`;
  return `
  buyer as materialized (
    select r.id, r.total_credit + ${formatPlaceholder(4)}::numeric >= 0 as has_credit, r.total_point + ${formatPlaceholder(5)}::bigint >= 0 as has_points
    from customers r where r.store_id = $1 and r.id = ${formatPlaceholder(0)}::bigint for no key update)`;
}

/**
 * Build the table expressions that update the customer `buyer` and insert the lines of the balances' ledgers. `$1` is the
 * store; `$3` to `$5` are the actor and the request.
 */
export function buildBuyerUpdateSql({ firstPlaceholder, condition }: BuyerSqlOptions): string {
  const formatPlaceholder = (offset: number) => `$${firstPlaceholder + offset}`;
  return `
  moved_buyer as (
    update customers r set order_count = r.order_count + ${formatPlaceholder(1)}::bigint,
      last_order_id = case when ${formatPlaceholder(1)}::bigint < 0 then ${formatPlaceholder(2)}::bigint else greatest(r.last_order_id, ${formatPlaceholder(2)}::bigint) end, total_spent = r.total_spent + ${formatPlaceholder(3)}::numeric,
      total_credit = r.total_credit + ${formatPlaceholder(4)}::numeric, total_point = r.total_point + ${formatPlaceholder(5)}::bigint,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from buyer where r.store_id = $1 and r.id = buyer.id and ${condition}
    returning r.id, r.total_credit, r.total_point, r.updated_at),
  buyer_ledger as (
    insert into balance_movements (store_id, customer_id, balance, change, resulting, description, actor_kind, actor_id,
      request_id, order_id, created_at)
    select $1, b.id, line.balance, line.change, line.resulting, ${formatPlaceholder(6)}::text, $3::text, $4::text, $5::text,
      ${formatPlaceholder(7)}::bigint, b.updated_at
    from moved_buyer b cross join lateral (values
      ('credit', ${formatPlaceholder(4)}::numeric, b.total_credit), ('point', ${formatPlaceholder(5)}::numeric, b.total_point::numeric)
    ) as line (balance, change, resulting)
    where line.change <> 0 order by line.balance)`;
}

// The condition uses `$2`, the time zone, only because PostgreSQL cannot infer the type of an unused placeholder.
const totalsStatement = defineStatement(
  "customer_totals",
  `
    with ${buildBuyerLockSql({ firstPlaceholder: 6 })}, ${buildBuyerUpdateSql({ firstPlaceholder: 6, condition: "$2::text is not null and has_credit and has_points" })}
    select has_credit, has_points from buyer`,
);

/** Success, or why the totals were not changed: the customer does not exist, or the balance of credit or points is too low. */
export type CustomerTotalsResult = { ok: true } | { ok: false; reason: "gone" | "credit" | "points" };

/**
 * Add the effect of an order to a customer's statistics and balances, and publish `customer/update`. If a balance is too low,
 * nothing is written. Rows must be locked in this sequence: the order, the customer, the stock levels.
 */
export async function changeCustomerTotals(
  tx: Transaction,
  call: EventSource & { store: Store },
  change: CustomerTotalsChange,
): Promise<CustomerTotalsResult> {
  const { store, actor, request_id } = call;
  const values = [store.id, store.timezone, actor.kind, actor.id, request_id, ...listBuyerValues(change)];
  const buyer = await tx.maybeOne<{ has_credit: boolean; has_points: boolean }>(totalsStatement, values);
  if (!buyer) return { ok: false, reason: "gone" };
  if (!buyer.has_credit) return { ok: false, reason: "credit" };
  if (!buyer.has_points) return { ok: false, reason: "points" };
  await events.publish(tx, call, "customer/update", { id: change.customer_id, snapshot: null });
  return { ok: true };
}
