import { computeBalances } from "./balances.ts";
import { add, type History, toLevelKey } from "./history.ts";
import { sum } from "./order-parts.ts";
import { computeStock } from "./stock.ts";

/** The properties of a new order that determine whether it is accepted. */
export interface NewOrder {
  currency_code: string;
  line_items: readonly {
    name?: string;
    variant_id?: number;
    quantity: number;
    price?: string;
    total_discount?: string;
  }[];
  inventory_behaviour: string;
  taxes_included: boolean;
  tax_lines: readonly { title: string; rate?: string; price?: string }[];
  transactions: readonly { amount: string; points?: number; gateway: { type: string } }[];
  customer_id: number | null;
  location_id: number | null;
}

type Payments = NewOrder["transactions"];

const filterByGateway = (transactions: Payments, type: string) =>
  transactions.filter(({ gateway }) => gateway.type === type);

function arePaymentsInvalid(
  history: History,
  { transactions, customer_id, currency_code }: NewOrder,
): boolean {
  if (transactions.some(({ amount }) => Number(amount) === 0)) return true;
  const [credit, points] = [filterByGateway(transactions, "credit"), filterByGateway(transactions, "point")];
  if (credit.length === 0 && points.length === 0) return false;
  if (customer_id === null || (credit.length > 0 && currency_code !== "MYR")) return true;
  const balances = computeBalances(history, customer_id);
  const chargedCredit = sum(credit.map(({ amount }) => Math.round(100 * Number(amount))));
  return chargedCredit > balances.credit || sum(points.map((row) => row.points ?? 0)) > balances.points;
}

/** Return whether an order needs more units than its location, or else all locations together, have. */
function isAboveStock(history: History, { line_items, inventory_behaviour, location_id }: NewOrder): boolean {
  if (inventory_behaviour !== "decrement_obeying_policy") return false;
  const { available } = computeStock(history);
  const locations = location_id === null ? history.locations : [location_id];
  const requested = new Map<number, number>();
  for (const { variant_id, quantity } of line_items)
    if (variant_id !== undefined && history.denied.has(variant_id)) add(requested, variant_id, quantity);
  return [...requested].some(([variant, quantity]) => {
    const availableUnits = locations.map((location) =>
      Math.max(0, available.get(toLevelKey(variant, location)) ?? 0),
    );
    return quantity > sum(availableUnits);
  });
}

/** Return whether a new order must be rejected although its fields are valid; undefined if either is right. */
export function mustBeRejected(history: History, order: NewOrder): boolean | undefined {
  const hasExcessDiscount = order.line_items.some(
    ({ price, quantity, total_discount = "0" }) =>
      price !== undefined && Number(total_discount) > Number(price) * quantity + 1e-9,
  );
  if (hasExcessDiscount || arePaymentsInvalid(history, order) || isAboveStock(history, order)) return true;
  // Whether a sent tax fits into the prices that include it is tested in price-order.test.ts and place-order.test.ts.
  const hasOwnTax = order.tax_lines.some(({ price }) => price !== undefined);
  return order.taxes_included && hasOwnTax ? undefined : false;
}
