import type { CustomerTotalsChange } from "../customers/index.ts";
import { divideHalfUp, formatMinorUnits, parseFraction, toMinorUnits } from "./amounts.ts";
import type { Order } from "./order-rows.ts";

/** The number of decimal places with which the total that a customer has spent is stored. */
const spentDecimals = 4;

/** Compute the amount paid and not refunded, converted to the store's currency at the order's exchange rate. */
function computeSpent({ order }: Order): bigint {
  const { currency_decimals: decimals, exchange_rate } = order;
  const amount = toMinorUnits(order.total_paid, decimals) - toMinorUnits(order.total_refund_amount, decimals);
  const { numerator, denominator } = parseFraction(exchange_rate);
  const absoluteAmount = amount < 0n ? -amount : amount;
  const spent = divideHalfUp(
    absoluteAmount * 10n ** BigInt(spentDecimals - decimals) * denominator,
    numerator,
  );
  return amount < 0n ? -spent : spent;
}

/** What one order adds to its customer's totals. */
interface OrderTotals {
  spent: bigint;
  creditUsed: bigint;
  pointsUsed: number;
}

const zeroTotals: OrderTotals = { spent: 0n, creditUsed: 0n, pointsUsed: 0 };

function computeOrderTotals(order: Order | null): OrderTotals {
  if (order === null) return zeroTotals;
  const { credit_used, point_used, currency_decimals } = order.order;
  return {
    spent: computeSpent(order),
    creditUsed: toMinorUnits(credit_used, currency_decimals),
    pointsUsed: point_used,
  };
}

/** Build the change of one customer's totals as a list, which is empty if nothing changes. */
function listChange(
  customer_id: number,
  { before, after, orderCountDelta }: { before: OrderTotals; after: OrderTotals; orderCountDelta: number },
  { order }: Order,
): CustomerTotalsChange[] {
  const spent = after.spent - before.spent;
  // Credit and points that an order uses decrease the customer's balances.
  const credit = before.creditUsed - after.creditUsed;
  const points = before.pointsUsed - after.pointsUsed;
  if (orderCountDelta === 0 && spent === 0n && credit === 0n && points === 0) return [];
  return [
    {
      customer_id,
      order_id: order.id,
      order_count_delta: orderCountDelta,
      last_order_id: orderCountDelta > 0 ? order.id : null,
      spent_delta: formatMinorUnits(spent, spentDecimals),
      credit_delta: formatMinorUnits(credit, order.currency_decimals),
      points_delta: points,
      description: `Order #${order.number}`,
    },
  ];
}

/**
 * Build the change of a customer's totals when one of their orders is deleted. Store credit and points that the order
 * used are not refunded.
 */
export function buildDeletionTotalsChanges(order: Order): CustomerTotalsChange[] {
  const { customer_id } = order.order;
  if (customer_id === null) return [];
  const before = computeOrderTotals(order);
  const after = { ...zeroTotals, creditUsed: before.creditUsed, pointsUsed: before.pointsUsed };
  return listChange(customer_id, { before, after, orderCountDelta: -1 }, order);
}

/**
 * Build the change of a customer's totals when one of their orders is placed or changed. If the order moves to another customer,
 * build the changes of both customers, sorted by customer id.
 */
export function buildCustomerTotalsChanges(before: Order | null, after: Order): CustomerTotalsChange[] {
  const [formerId, newId] = [before?.order.customer_id ?? null, after.order.customer_id];
  const [totalsBefore, totalsAfter] = [computeOrderTotals(before), computeOrderTotals(after)];
  if (formerId === newId) {
    if (newId === null) return [];
    const orderCountDelta = before === null ? 1 : 0;
    return listChange(newId, { before: totalsBefore, after: totalsAfter, orderCountDelta }, after);
  }
  const formerCustomerChanges =
    formerId === null
      ? []
      : listChange(formerId, { before: totalsBefore, after: zeroTotals, orderCountDelta: -1 }, after);
  const newCustomerChanges =
    newId === null
      ? []
      : listChange(newId, { before: zeroTotals, after: totalsAfter, orderCountDelta: 1 }, after);
  return [...formerCustomerChanges, ...newCustomerChanges].sort((a, b) => a.customer_id - b.customer_id);
}
