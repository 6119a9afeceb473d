import { sumMoney } from "./assert-order.ts";
import type { History } from "./history.ts";

/**
 * Compute a customer's expected balances: the balances from adjustments, less what the customer's orders charged. Deleted
 * orders are included. The credit is in hundredths of a unit of the store's currency.
 */
export function computeBalances(
  { customers, orders, deletedOrders }: Pick<History, "customers" | "orders" | "deletedOrders">,
  customer: number,
): { credit: number; points: number } {
  const { credit = 0, points = 0 } = customers.get(customer) ?? {};
  const sums = [...orders.values(), ...deletedOrders]
    .filter(({ document }) => document.customer_id === customer)
    .map(({ document }) => sumMoney(document));
  return {
    credit: sums.reduce((balance, sum) => balance - sum.credit, credit),
    points: sums.reduce((balance, sum) => balance - sum.points, points),
  };
}
