import { balancesOf } from "./balances.ts";
import { add, type History, placeOf } from "./history.ts";
import { sum } from "./order-parts.ts";
import { stockOf } from "./stock.ts";

/** What of a new order decides whether it can be placed. */
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

const ofType = (transactions: Payments, type: string) =>
  transactions.filter(({ gateway }) => gateway.type === type);

function arePaymentsWrong(history: History, { transactions, customer_id, currency_code }: NewOrder): boolean {
  if (transactions.some(({ amount }) => Number(amount) === 0)) return true;
  const [credit, points] = [ofType(transactions, "credit"), ofType(transactions, "point")];
  if (credit.length === 0 && points.length === 0) return false;
  if (customer_id === null || (credit.length > 0 && currency_code !== "MYR")) return true;
  const left = balancesOf(history, customer_id);
  const taken = sum(credit.map(({ amount }) => Math.round(100 * Number(amount))));
  return taken > left.credit || sum(points.map((row) => row.points ?? 0)) > left.points;
}

/** More is asked of what must be there than the place that was named has, or all places together. */
function isShort(history: History, { line_items, inventory_behaviour, location_id }: NewOrder): boolean {
  if (inventory_behaviour !== "decrement_obeying_policy") return false;
  const { available } = stockOf(history);
  const places = location_id === null ? history.locations : [location_id];
  const asked = new Map<number, number>();
  for (const { variant_id, quantity } of line_items)
    if (variant_id !== undefined && history.denied.has(variant_id)) add(asked, variant_id, quantity);
  return [...asked].some(([variant, quantity]) => {
    const there = places.map((place) => Math.max(0, available.get(placeOf(variant, place)) ?? 0));
    return quantity > sum(there);
  });
}

/** Whether a new order without a mistake must be refused or placed; undefined: that is for the shop to say. */
export function mustBeRefused(history: History, order: NewOrder): boolean | undefined {
  const isOverOff = order.line_items.some(
    ({ price, quantity, total_discount = "0" }) =>
      price !== undefined && Number(total_discount) > Number(price) * quantity + 1e-9,
  );
  if (isOverOff || arePaymentsWrong(history, order) || isShort(history, order)) return true;
  // What taxes can be included in is reckoned by the rules of prices, which have a test of their own.
  const hasOwnTax = order.tax_lines.some(({ price }) => price !== undefined);
  return order.taxes_included && hasOwnTax ? undefined : false;
}
