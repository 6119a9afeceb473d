import type { BuyerMove } from "../customers/index.ts";
import { fractionOf, fromUnits, halfUp, toUnits } from "./amounts.ts";
import type { Order } from "./order-rows.ts";

/** Decimals that what customers spent is kept with. */
const kept = 4;

/** What was paid and not given back, in the store's currency at the order's own rate. */
function spentOf({ order }: Order): bigint {
  const { currency_decimals: decimals, exchange_rate } = order;
  const units = toUnits(order.total_paid, decimals) - toUnits(order.total_refund_amount, decimals);
  const { over, under } = fractionOf(exchange_rate);
  const size = units < 0n ? -units : units;
  const spent = halfUp(size * 10n ** BigInt(kept - decimals) * under, over);
  return units < 0n ? -spent : spent;
}

interface Held {
  spent: bigint;
  credit: bigint;
  points: number;
}

const nothing: Held = { spent: 0n, credit: 0n, points: 0 };

function heldBy(order: Order | null): Held {
  if (order === null) return nothing;
  const { credit_used, point_used, currency_decimals } = order.order;
  return { spent: spentOf(order), credit: toUnits(credit_used, currency_decimals), points: point_used };
}

function moveOf(
  customer_id: number,
  { before, after, orders }: { before: Held; after: Held; orders: number },
  { order }: Order,
): BuyerMove[] {
  const [spent, credit, points] = [
    after.spent - before.spent,
    before.credit - after.credit,
    before.points - after.points,
  ];
  if (orders === 0 && spent === 0n && credit === 0n && points === 0) return [];
  return [
    {
      customer_id,
      order_id: order.id,
      orders,
      last_order_id: orders > 0 ? order.id : null,
      spent: fromUnits(spent, kept),
      credit: fromUnits(credit, order.currency_decimals),
      points,
      description: `Order #${order.number}`,
    },
  ];
}

/** By what the deletion of an order moves its customer: it is no longer counted. */
export function leavingMoves(order: Order): BuyerMove[] {
  const { customer_id } = order.order;
  if (customer_id === null) return [];
  const after = { ...nothing, credit: heldBy(order).credit, points: heldBy(order).points };
  return moveOf(customer_id, { before: heldBy(order), after, orders: -1 }, order);
}

/** By what a change of an order moves customers: its own, or the one it leaves and the one it comes to, by their ids. */
export function buyerMoves(before: Order | null, after: Order): BuyerMove[] {
  const [from, to] = [before?.order.customer_id ?? null, after.order.customer_id];
  const [was, is] = [heldBy(before), heldBy(after)];
  if (from === to)
    return to === null ? [] : moveOf(to, { before: was, after: is, orders: before === null ? 1 : 0 }, after);
  const left = from === null ? [] : moveOf(from, { before: was, after: nothing, orders: -1 }, after);
  const joined = to === null ? [] : moveOf(to, { before: nothing, after: is, orders: 1 }, after);
  return [...left, ...joined].sort((a, b) => a.customer_id - b.customer_id);
}
