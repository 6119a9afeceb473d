import { operations } from "@souk/contract";
import type { History, Step } from "./history.ts";
import { mustBeRejected, type NewOrder } from "./placeable.ts";

/** The store's currencies, with their decimals. */
const currencies = [
  { code: "MYR", decimals: 2 },
  { code: "MYR", decimals: 2 },
  { code: "JPY", decimals: 0 },
] as const;

const behaviours = ["decrement_obeying_policy", "decrement_ignoring_policy", "bypass"] as const;

function createLine({ chance, variants }: History, decimals: number): NewOrder["line_items"][number] {
  const quantity = 1 + chance.below(4);
  const options = {
    ...(chance.often(0.2) ? { taxable: false } : {}),
    ...(chance.often(0.2) ? { total_discount: chance.amount(8, decimals) } : {}),
  };
  if (chance.often(0.2)) {
    const engraving = { name: "Engraving", price: chance.amount(20, decimals) };
    return { ...engraving, quantity, ...options };
  }
  const price = chance.often(0.4) ? { price: chance.amount(30, decimals) } : {};
  return { variant_id: chance.pick(variants), quantity, ...price, ...options };
}

function createDiscount({ chance }: History, decimals: number): object {
  if (chance.often(0.4)) return { code: "P", type: "percentage", value: chance.amount(60, 2) };
  return {
    code: "F",
    type: chance.pick(["fixed_amount", "shipping"]),
    amount: chance.amount(15, decimals),
  };
}

function createTax({ chance }: History, decimals: number): NewOrder["tax_lines"][number] {
  const duty = { title: "Duty", price: chance.amount(4, decimals) };
  return chance.often(0.3) ? duty : { title: "Tax", rate: chance.pick(["0.06", "0.1", "0.075"]) };
}

function createPayment({ chance }: History, decimals: number): NewOrder["transactions"][number] {
  const amount = chance.amount(60, decimals);
  const kind = chance.pick(["sale", "sale", "authorization"]);
  const type = chance.pick(["manual", "manual", "cash_on_delivery", "credit", "point"]);
  const gateway = { type };
  if (type === "credit") return { ...{ kind: "sale" }, amount: chance.amount(12, 2), gateway };
  if (type === "point") return { ...{ kind: "sale" }, amount, points: 1 + chance.below(20), gateway };
  return { ...{ kind }, amount, gateway };
}

/** Input that makes an order be rejected whatever else it contains. */
const mistakes: readonly object[] = [
  { line_items: [{ variant_id: 9_999_999, quantity: 1 }] },
  { line_items: [{ name: "No price", quantity: 1 }] },
  { line_items: [{ name: "Too little", price: "1", quantity: 1, total_discount: "2" }] },
  { customer_id: 9_999_999 },
  { currency_code: "XAU" },
  { location_id: 9_999_999 },
  { discounts: [{ code: "P", type: "percentage", value: "100.5" }] },
  { tax_lines: [{ title: "Tax", rate: "1.5" }] },
  { transactions: [{ kind: "capture", amount: "1" }] },
  { customer_id: null, transactions: [{ kind: "sale", amount: "1", gateway: { type: "credit" } }] },
];

/** Create a new order with random optional input, sometimes invalid. */
export function createNewOrderStep(history: History): Step {
  const { chance, customers, locations } = history;
  const { code, decimals } = chance.pick(currencies);
  const body = {
    currency_code: code,
    line_items: [createLine(history, decimals), ...chance.some(3, () => createLine(history, decimals))],
    inventory_behaviour: chance.pick([...behaviours, "decrement_obeying_policy"]),
    taxes_included: chance.often(0.5),
    discounts: chance.some(2, () => createDiscount(history, decimals)),
    tax_lines: chance.some(2, () => createTax(history, decimals)),
    shipping_fees: chance.some(2, () => ({
      name: "Post",
      price: chance.amount(9, decimals),
      handling_fee: chance.amount(1, decimals),
    })),
    transactions: chance.some(2, () => createPayment(history, decimals)),
    customer_id: chance.often(0.7) ? chance.pick([...customers.keys()]) : null,
    location_id: chance.often(0.2) ? chance.pick(locations) : null,
  };
  const isWrong = chance.often(0.1);
  const mistake = isWrong ? chance.pick(mistakes) : {};
  return {
    operation: operations.createOrder,
    body: { ...body, ...mistake },
    about: null,
    isWrong: isWrong || mustBeRejected(history, body),
  };
}
