import type { BuyerMove } from "../customers/index.ts";
import { divideHalfUp, formatMinorUnits, parseFraction, toMinorUnits } from "./amounts.ts";
import type { Order } from "./order-rows.ts";

/** The number of decimals of a customer's stored total spent. */
const spentDecimals = 4;

/** Compute the amount paid and not refunded, converted to the store's currency at the order's exchange rate. */
function computeSpent({ order }: Order): bigint {
  const { currency_decimals: decimals, exchange_rate } = order;
  const units = toMinorUnits(order.total_paid, decimals) - toMinorUnits(order.total_refund_amount, decimals);
  const { numerator, denominator } = parseFraction(exchange_rate);
  const absolute = units < 0n ? -units : units;
  const spent = divideHalfUp(absolute * 10n ** BigInt(spentDecimals - decimals) * denominator, numerator);
  return units < 0n ? -spent : spent;
}

interface BuyerTotals {
  spent: bigint;
  credit: bigint;
  points: number;
}

const zeroTotals: BuyerTotals = { spent: 0n, credit: 0n, points: 0 };

function computeBuyerTotals(order: Order | null): BuyerTotals {
  if (order === null) return zeroTotals;
  const { credit_used, point_used, currency_decimals } = order.order;
  return {
    spent: computeSpent(order),
    credit: toMinorUnits(credit_used, currency_decimals),
    points: point_used,
  };
}

function buildMoves(
  customer_id: number,
  { before, after, orders }: { before: BuyerTotals; after: BuyerTotals; orders: number },
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
      spent: formatMinorUnits(spent, spentDecimals),
      credit: formatMinorUnits(credit, order.currency_decimals),
      points,
      description: `Order #${order.number}`,
    },
  ];
}

/** Build the change of a customer's statistics when one of their orders is deleted. */
export function buildDeletionMoves(order: Order): BuyerMove[] {
  const { customer_id } = order.order;
  if (customer_id === null) return [];
  const after = {
    ...zeroTotals,
    credit: computeBuyerTotals(order).credit,
    points: computeBuyerTotals(order).points,
  };
  return buildMoves(customer_id, { before: computeBuyerTotals(order), after, orders: -1 }, order);
}

/** Build the changes of statistics of an order's customer, or of its former and its new customer, sorted by id. */
export function buildBuyerMoves(before: Order | null, after: Order): BuyerMove[] {
  const [from, to] = [before?.order.customer_id ?? null, after.order.customer_id];
  const [totalsBefore, totalsAfter] = [computeBuyerTotals(before), computeBuyerTotals(after)];
  if (from === to)
    return to === null
      ? []
      : buildMoves(to, { before: totalsBefore, after: totalsAfter, orders: before === null ? 1 : 0 }, after);
  const left =
    from === null ? [] : buildMoves(from, { before: totalsBefore, after: zeroTotals, orders: -1 }, after);
  const joined =
    to === null ? [] : buildMoves(to, { before: zeroTotals, after: totalsAfter, orders: 1 }, after);
  return [...left, ...joined].sort((a, b) => a.customer_id - b.customer_id);
}
