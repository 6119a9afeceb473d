import { computeBalances } from "./balances.ts";
import { addTo, type History, toLevelKey } from "./history.ts";
import { sum } from "./order-calculations.ts";
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
  transactions: readonly { kind: string; amount: string; points?: number; gateway: { type: string } }[];
  customer_id: number | null;
  location_id: number | null;
}

/** The store's own currency, the only one in which store credit can pay. */
export const storeCurrency = "MYR";
/** A difference that is larger than the errors of floating-point arithmetic and smaller than any amount. */
const tolerance = 1e-9;

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
  if (customer_id === null || (credit.length > 0 && currency_code !== storeCurrency)) return true;
  const balances = computeBalances(history, customer_id);
  // Store credit is counted in hundredths of a unit of the currency.
  const chargedCredit = sum(credit.map(({ amount }) => Math.round(100 * Number(amount))));
  return chargedCredit > balances.credit || sum(points.map((row) => row.points ?? 0)) > balances.points;
}

/** Return whether an order needs more units than its location has. An order without a location can use all locations. */
function exceedsStock(history: History, { line_items, inventory_behaviour, location_id }: NewOrder): boolean {
  if (inventory_behaviour !== "decrement_obeying_policy") return false;
  const { available } = computeStock(history);
  const locations = location_id === null ? history.locations : [location_id];
  const requestedUnits = new Map<number, number>();
  for (const { variant_id, quantity } of line_items)
    if (variant_id !== undefined && history.denyVariants.has(variant_id))
      addTo(requestedUnits, variant_id, quantity);
  return [...requestedUnits].some(([variant, quantity]) => {
    const availableUnits = locations.map((location) =>
      Math.max(0, available.get(toLevelKey(variant, location)) ?? 0),
    );
    return quantity > sum(availableUnits);
  });
}

/**
 * Return whether a new order with valid fields must be rejected, for example for too little stock; undefined if the store
 * may accept or reject the order.
 */
export function expectsOrderRejection(history: History, order: NewOrder): boolean | undefined {
  const hasExcessDiscount = order.line_items.some(
    ({ price, quantity, total_discount = "0" }) =>
      price !== undefined && Number(total_discount) > Number(price) * quantity + tolerance,
  );
  if (hasExcessDiscount || arePaymentsInvalid(history, order) || exceedsStock(history, order)) return true;
  // Included taxes that are sent with a price can add up to more than the order's prices allow. That limit is tested in
  // price-order.test.ts and place-order.test.ts.
  const hasTaxWithPrice = order.tax_lines.some(({ price }) => price !== undefined);
  return order.taxes_included && hasTaxWithPrice ? undefined : false;
}
