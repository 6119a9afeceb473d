import { sumMoney } from "./assert-order.ts";
import type { History } from "./history.ts";

/**
 * Compute a customer's balances: what the customer was given, less what all orders charged, deleted ones included.
 */
export function computeBalances(
  { customers, orders, deleted }: Pick<History, "customers" | "orders" | "deleted">,
  customer: number,
): { credit: number; points: number } {
  const { credit = 0, points = 0 } = customers.get(customer) ?? {};
  const sums = [...orders.values(), ...deleted]
    .filter(({ document }) => document.customer_id === customer)
    .map(({ document }) => sumMoney(document));
  return {
    credit: sums.reduce((balance, sum) => balance - sum.credit, credit),
    points: sums.reduce((balance, sum) => balance - sum.points, points),
  };
}
