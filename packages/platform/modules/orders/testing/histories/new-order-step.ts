import { operations } from "@souk/contract";
import { expectsOrderRejection, type NewOrder } from "./expected-rejections.ts";
import type { History, Step } from "./history.ts";

/** The store's currencies, with their decimals. MYR is listed twice, so that it is chosen more often. */
const currencies = [
  { code: "MYR", decimals: 2 },
  { code: "MYR", decimals: 2 },
  { code: "JPY", decimals: 0 },
] as const;

const inventoryBehaviors = ["decrement_obeying_policy", "decrement_ignoring_policy", "bypass"] as const;

function createLine({ chance, variants }: History, decimals: number): NewOrder["line_items"][number] {
  const quantity = 1 + chance.pickInteger(4);
  const options = {
    ...(chance.happens(0.2) ? { taxable: false } : {}),
    ...(chance.happens(0.2) ? { total_discount: chance.pickAmount(8, decimals) } : {}),
  };
  if (chance.happens(0.2)) {
    const engraving = { name: "Engraving", price: chance.pickAmount(20, decimals) };
    return { ...engraving, quantity, ...options };
  }
  const price = chance.happens(0.4) ? { price: chance.pickAmount(30, decimals) } : {};
  return { variant_id: chance.pick(variants), quantity, ...price, ...options };
}

function createDiscount({ chance }: History, decimals: number): object {
  if (chance.happens(0.4)) return { code: "P", type: "percentage", value: chance.pickAmount(60, 2) };
  return {
    code: "F",
    type: chance.pick(["fixed_amount", "shipping"]),
    amount: chance.pickAmount(15, decimals),
  };
}

function createTax({ chance }: History, decimals: number): NewOrder["tax_lines"][number] {
  const duty = { title: "Duty", price: chance.pickAmount(4, decimals) };
  return chance.happens(0.3) ? duty : { title: "Tax", rate: chance.pick(["0.06", "0.1", "0.075"]) };
}

function createPayment({ chance }: History, decimals: number): NewOrder["transactions"][number] {
  const amount = chance.pickAmount(60, decimals);
  const kind = chance.pick(["sale", "sale", "authorization"]);
  const type = chance.pick(["manual", "manual", "cash_on_delivery", "credit", "point"]);
  const gateway = { type };
  if (type === "credit") return { kind: "sale", amount: chance.pickAmount(12, 2), gateway };
  if (type === "point") return { kind: "sale", amount, points: 1 + chance.pickInteger(20), gateway };
  return { kind, amount, gateway };
}

/** Input with which an order must be rejected, whatever else it contains. */
const invalidInputs: readonly object[] = [
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

/** Create a step that places an order with random optional input, which is sometimes invalid. */
export function createNewOrderStep(history: History): Step {
  const { chance, customers, locations } = history;
  const { code, decimals } = chance.pick(currencies);
  const body = {
    currency_code: code,
    line_items: [createLine(history, decimals), ...chance.createUpTo(3, () => createLine(history, decimals))],
    inventory_behaviour: chance.pick([...inventoryBehaviors, "decrement_obeying_policy"]),
    taxes_included: chance.happens(0.5),
    discounts: chance.createUpTo(2, () => createDiscount(history, decimals)),
    tax_lines: chance.createUpTo(2, () => createTax(history, decimals)),
    shipping_fees: chance.createUpTo(2, () => ({
      name: "Post",
      price: chance.pickAmount(9, decimals),
      handling_fee: chance.pickAmount(1, decimals),
    })),
    transactions: chance.createUpTo(2, () => createPayment(history, decimals)),
    customer_id: chance.happens(0.7) ? chance.pick([...customers.keys()]) : null,
    location_id: chance.happens(0.2) ? chance.pick(locations) : null,
  };
  const isInvalid = chance.happens(0.1);
  const invalidInput = isInvalid ? chance.pick(invalidInputs) : {};
  return {
    operation: operations.createOrder,
    body: { ...body, ...invalidInput },
    tracked: null,
    expectsRejection: isInvalid || expectsOrderRejection(history, body),
  };
}
