import { moneyOf } from "./assert-order.ts";
import type { History } from "./history.ts";

/** What a customer has left: what they were given, less what their orders took, those that were deleted too. */
export function balancesOf(
  { customers, orders, deleted }: Pick<History, "customers" | "orders" | "deleted">,
  customer: number,
): { credit: number; points: number } {
  const { credit = 0, points = 0 } = customers.get(customer) ?? {};
  const moneys = [...orders.values(), ...deleted]
    .filter(({ document }) => document.customer_id === customer)
    .map(({ document }) => moneyOf(document));
  return {
    credit: moneys.reduce((left, money) => left - money.credit, credit),
    points: moneys.reduce((left, money) => left - money.points, points),
  };
}
