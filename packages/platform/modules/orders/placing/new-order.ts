import { type BodyOf, currencyExponent, type FieldError, type operations, readInstant } from "@souk/contract";
import type { Actor } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { fractionOf, fromUnits } from "../amounts.ts";
import { deriveOrder } from "../derive-order.ts";
import type { CustomerCopy, LineRow, Order, OrderRow } from "../order-rows.ts";
import { emptyDetails, readDetails } from "../read-details.ts";
import { type OrderPrices, priceOrder, pricesText } from "./price-order.ts";
import { readDiscounts, readFees, readTaxes } from "./read-charges.ts";
import { type ReadLine, readLines } from "./read-lines.ts";
import { readPayments } from "./read-payments.ts";
import type { OrderPlan } from "./read-plan.ts";

export type OrderInput = BodyOf<typeof operations.createOrder>;

/** Who places an order where, and what it is made from. */
export interface Placing {
  store: Store;
  actor: Actor;
  input: OrderInput;
  plan: OrderPlan;
  /** Whose order it is to be; they may be gone by now. */
  customerId: number | null;
  customer: CustomerCopy | null;
  token: string;
}

/** A new order before it is known where it is sent from: it has no fulfillment orders and no number. */
export interface DraftedOrder {
  order: Order;
  lines: readonly ReadLine[];
}

/** The currency of a new order; the store's own unless another is sent. */
export function currencyOf(store: Store, { currency_code }: OrderInput): string {
  return currency_code ?? store.currency_code;
}

/** What the customer of a new order was sent as. */
export function customerField({ customer_id = null, customer }: OrderInput): string {
  if (customer?.id !== undefined) return "customer.id";
  return customer_id === null ? "customer" : "customer_id";
}

function readTimes({ input, plan, store }: Placing, faults: FieldError[]): string {
  if (input.processed_at === undefined) return plan.at;
  const at = readInstant(input.processed_at, store.timezone);
  if (at === null)
    faults.push({ path: "processed_at", message: "takes a date, for example 2026-11-27T10:00:00+08:00" });
  return at?.toISOString() ?? plan.at;
}

function placeFaults({ input, plan, customerId }: Placing): FieldError[] {
  const { location_id = null } = input;
  const known = location_id === null || plan.places.some(({ id }) => id === location_id);
  return [
    ...(known ? [] : [{ path: "location_id", message: "is no location of this store" }]),
    ...(plan.currency ? [] : [{ path: "currency_code", message: "is no currency of this store" }]),
    ...(customerId !== null && plan.customer === null
      ? [{ path: customerField(input), message: "is no customer of this store" }]
      : []),
  ];
}

function lineRows(
  lines: readonly ReadLine[],
  { plan, prices, decimals }: { plan: OrderPlan; prices: OrderPrices; decimals: number },
): LineRow[] {
  return lines.map(({ copy }, at) => ({
    id: plan.line_ids[at] ?? 0,
    position: at + 1,
    ...copy,
    total_discount: fromUnits(prices.lines[at]?.total_discount ?? 0n, decimals),
    total_tax: fromUnits(prices.lines[at]?.total_tax ?? 0n, decimals),
    created_at: plan.at,
    updated_at: plan.at,
  }));
}

function sourceOf({ input, actor, store, plan, customer, token }: Placing) {
  const currency_code = currencyOf(store, input);
  return {
    customer_id: customer?.id ?? null,
    customer,
    currency_code,
    currency_decimals: currencyExponent(currency_code),
    exchange_rate: plan.currency?.rate ?? "1",
    taxes_included: input.taxes_included ?? false,
    source_name: input.source_name?.trim() || (actor.kind === "app" ? actor.id : "admin"),
    token,
    cart_token: input.cart_token ?? "",
    browser_ip: input.browser_ip ?? "",
    location_id: input.location_id ?? null,
    inventory_behaviour: input.inventory_behaviour ?? "decrement_obeying_policy",
  };
}

/** What an order has that nothing has happened to. */
const untouched = {
  number: 0,
  version: 1,
  status: "open",
  financial_status: "unpaid",
  fulfillment_status: "unfulfilled",
  total_paid: "0",
  total_refund_amount: "0",
  credit_used: "0",
  point_used: 0,
  cancel_reason: "",
  cancel_restock: false,
  cancelled_at: null,
  closed_at: null,
} as const;

/** The most that an order may come to, in its currency and in the store's: 12 digits before the point. */
const mostTotal = 10n ** 12n;

function sizeFaults(
  { items, total }: OrderPrices,
  { decimals, rate }: { decimals: number; rate: string },
): FieldError[] {
  const { over, under } = fractionOf(rate);
  const size = items > total ? items : total;
  const most = mostTotal * 10n ** BigInt(decimals);
  if (size < most && size * under < most * over) return [];
  return [{ path: "line_items", message: "come to more than 12 digits before the point" }];
}

// A price that includes its tax is more than it; shipping may be taxed, too.
function includedTaxFaults(
  { input }: Placing,
  { subtotal, shipping, tax, taxes }: OrderPrices,
): FieldError[] {
  if (input.taxes_included !== true || tax <= subtotal + shipping) return [];
  const sent = input.tax_lines ?? [];
  const priced = taxes.map((price, at) => ({ price, at })).filter(({ at }) => sent[at]?.price !== undefined);
  const [largest] = priced.sort((a, b) => (a.price < b.price ? 1 : -1));
  return largest === undefined
    ? []
    : [
        {
          path: `tax_lines.${largest.at}.price`,
          message: "is more, with the other taxes, than the prices that include them come to",
        },
      ];
}

function chargesOf(placing: Placing, faults: FieldError[]) {
  const { input, plan, store } = placing;
  const currency_code = currencyOf(store, input);
  const decimals = currencyExponent(currency_code);
  const reading = { currency_code, decimals, faults };
  const behaviour = input.inventory_behaviour ?? "decrement_obeying_policy";
  const ownDecimals = currencyExponent(store.currency_code);
  const isOwnCurrency = currency_code === store.currency_code;
  const lines = readLines(input.line_items, { ...reading, plan, behaviour, ownDecimals, isOwnCurrency });
  const { fees, total } = readFees(input, plan.fee_ids, reading);
  const discounts = readDiscounts(input, reading);
  const taxes = readTaxes(input, reading);
  const priced = lines.map((line) => line.priced);
  const taxes_included = input.taxes_included ?? false;
  const prices = priceOrder({ lines: priced, discounts, taxes, shipping: total, taxes_included });
  faults.push(...includedTaxFaults(placing, prices));
  faults.push(...sizeFaults(prices, { decimals, rate: plan.currency?.rate ?? "1" }));
  const text = (units: bigint | undefined) => fromUnits(units ?? 0n, decimals);
  const rows = {
    shipping_fees: fees,
    discounts: discounts.map(({ code, title, type, value }, at) => ({
      code,
      title,
      type,
      value,
      amount: text(prices.discounts[at]),
    })),
    tax_lines: taxes.map(({ title, rate }, at) => ({ title, rate, price: text(prices.taxes[at]) })),
    ...pricesText(prices, decimals),
  };
  return { reading, lines, prices, rows };
}

/** A new order from what was sent and from what the store has; what is wrong is added to the faults. */
export function draftOrder(placing: Placing, faults: FieldError[]): DraftedOrder {
  const { input, plan, store, actor, customer } = placing;
  faults.push(...placeFaults(placing));
  const { reading, lines, prices, rows } = chargesOf(placing, faults);
  const app_handle = actor.kind === "app" ? actor.id : null;
  const before = { ...emptyDetails, email: customer?.email ?? "", phone: customer?.phone ?? "" };
  const attributed = { ...before, sales_attributions: { ...before.sales_attributions, app_handle } };
  const locations = new Map(plan.places.map(({ id, name }) => [id, name]));
  const details = readDetails(input, { before: attributed, locations, faults });
  const row: OrderRow = {
    id: plan.order_id,
    ...untouched,
    ...details,
    ...sourceOf(placing),
    ...rows,
    processed_at: readTimes(placing, faults),
    created_at: plan.at,
    updated_at: plan.at,
  };
  const isOwnCurrency = row.currency_code === store.currency_code;
  const transactions = readPayments(input, plan, {
    ...reading,
    isOwnCurrency,
    hasCustomer: customer !== null,
  });
  const order: Order = {
    order: row,
    lines: lineRows(lines, { plan, prices, decimals: reading.decimals }),
    fulfillment_orders: [],
    fulfillment_order_lines: [],
    transactions,
    fulfillments: [],
    fulfillment_lines: [],
    refunds: [],
    refund_lines: [],
    returns: [],
    return_lines: [],
  };
  return { order: deriveOrder(order), lines };
}
