import {
  type FieldError,
  fieldError,
  getCurrencyExponent,
  type OperationBody,
  type operations,
  parseInstant,
} from "@souk/contract";
import type { Actor } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { formatMinorUnits, parseFraction } from "../amounts.ts";
import { deriveOrder } from "../derive-order.ts";
import { emptyDetails } from "../order-columns.ts";
import type { CustomerCopy, LineRow, Order, OrderRow } from "../order-rows.ts";
import { readDetails } from "../read-details.ts";
import { formatPrices, type OrderPrices, priceOrder } from "./price-order.ts";
import { readDiscounts, readFees, readTaxes } from "./read-charges.ts";
import { type ReadLine, readLines } from "./read-lines.ts";
import { readPayments } from "./read-payments.ts";
import type { OrderPlan } from "./read-plan.ts";

export type OrderInput = OperationBody<typeof operations.createOrder>;

/** The input of a new order and the data that it is built from. */
export interface DraftInput {
  store: Store;
  actor: Actor;
  input: OrderInput;
  plan: OrderPlan;
  /** The id of the order's customer, who may have been deleted; null if none. */
  customerId: number | null;
  customer: CustomerCopy | null;
  token: string;
}

/** A new order before its locations are chosen: it has no fulfillment orders and no number. */
export interface DraftedOrder {
  order: Order;
  lines: readonly ReadLine[];
}

/** Return the currency of a new order: the sent one, or the store's. */
export function getCurrency(store: Store, { currency_code }: OrderInput): string {
  return currency_code ?? store.currency_code;
}

/** Return the field that the customer of a new order was sent in. */
export function getCustomerField({ customer_id = null, customer }: OrderInput): string {
  if (customer?.id !== undefined) return "customer.id";
  return customer_id === null ? "customer" : "customer_id";
}

function readProcessedAt({ input, plan, store }: DraftInput, errors: FieldError[]): string {
  if (input.processed_at === undefined) return plan.at;
  const at = parseInstant(input.processed_at, store.timezone);
  if (at === null) errors.push(fieldError("processed_at", "invalid_format", { format: "date_time" }));
  return at?.toISOString() ?? plan.at;
}

function findLocationErrors({ input, plan, customerId }: DraftInput): FieldError[] {
  const { location_id = null } = input;
  const known = location_id === null || plan.locations.some(({ id }) => id === location_id);
  return [
    ...(known ? [] : [fieldError("location_id", "not_found", { resource: "location" })]),
    ...(plan.currency ? [] : [fieldError("currency_code", "not_found", { resource: "currency" })]),
    ...(customerId !== null && plan.customer === null
      ? [fieldError(getCustomerField(input), "not_found", { resource: "customer" })]
      : []),
  ];
}

function buildLineRows(
  lines: readonly ReadLine[],
  { plan, prices, decimals }: { plan: OrderPlan; prices: OrderPrices; decimals: number },
): LineRow[] {
  return lines.map(({ copy }, index) => ({
    id: plan.line_ids[index] ?? 0,
    position: index + 1,
    ...copy,
    total_discount: formatMinorUnits(prices.lines[index]?.total_discount ?? 0n, decimals),
    total_tax: formatMinorUnits(prices.lines[index]?.total_tax ?? 0n, decimals),
    created_at: plan.at,
    updated_at: plan.at,
  }));
}

function buildSource({ input, actor, store, plan, customer, token }: DraftInput) {
  const currency_code = getCurrency(store, input);
  return {
    customer_id: customer?.id ?? null,
    customer,
    currency_code,
    currency_decimals: getCurrencyExponent(currency_code),
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

/** The initial values of an order. */
const initialValues = {
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

/** The maximum total of an order, in its currency and in the store's: 12 digits before the point. */
const maxTotal = 10n ** 12n;

function findSizeErrors(
  { items, total }: OrderPrices,
  { decimals, rate }: { decimals: number; rate: string },
): FieldError[] {
  const { numerator, denominator } = parseFraction(rate);
  const size = items > total ? items : total;
  const limit = maxTotal * 10n ** BigInt(decimals);
  if (size < limit && size * denominator < limit * numerator) return [];
  return [
    fieldError(
      "line_items",
      "out_of_range",
      {},
      "The total of {field} has more than 12 digits before the decimal point.",
    ),
  ];
}

// Included taxes cannot exceed the prices that include them; shipping may be taxed too.
function findIncludedTaxErrors(
  { input }: DraftInput,
  { subtotal, shipping, tax, taxes }: OrderPrices,
): FieldError[] {
  if (input.taxes_included !== true || tax <= subtotal + shipping) return [];
  const sent = input.tax_lines ?? [];
  const priced = taxes
    .map((price, index) => ({ price, index }))
    .filter(({ index }) => sent[index]?.price !== undefined);
  const [largest] = priced.sort((a, b) => (a.price < b.price ? 1 : -1));
  return largest === undefined
    ? []
    : [
        fieldError(
          `tax_lines.${largest.index}.price`,
          "out_of_range",
          {},
          "The taxes add up to more than the prices that include them.",
        ),
      ];
}

function readPrices(draft: DraftInput, errors: FieldError[]) {
  const { input, plan, store } = draft;
  const currency_code = getCurrency(store, input);
  const decimals = getCurrencyExponent(currency_code);
  const reading = { currency_code, decimals, errors };
  const behaviour = input.inventory_behaviour ?? "decrement_obeying_policy";
  const storeDecimals = getCurrencyExponent(store.currency_code);
  const isStoreCurrency = currency_code === store.currency_code;
  const lines = readLines(input.line_items, { ...reading, plan, behaviour, storeDecimals, isStoreCurrency });
  const { fees, total } = readFees(input, plan.fee_ids, reading);
  const discounts = readDiscounts(input, reading);
  const taxes = readTaxes(input, reading);
  const priced = lines.map((line) => line.priced);
  const taxes_included = input.taxes_included ?? false;
  const prices = priceOrder({ lines: priced, discounts, taxes, shipping: total, taxes_included });
  errors.push(...findIncludedTaxErrors(draft, prices));
  errors.push(...findSizeErrors(prices, { decimals, rate: plan.currency?.rate ?? "1" }));
  const format = (units: bigint | undefined) => formatMinorUnits(units ?? 0n, decimals);
  const rows = {
    shipping_fees: fees,
    discounts: discounts.map(({ code, title, type, value }, index) => ({
      code,
      title,
      type,
      value,
      amount: format(prices.discounts[index]),
    })),
    tax_lines: taxes.map(({ title, rate }, index) => ({ title, rate, price: format(prices.taxes[index]) })),
    ...formatPrices(prices, decimals),
  };
  return { reading, lines, prices, rows };
}

/** Build a new order from its input and the store's data; add invalid fields to `errors`. */
export function draftOrder(draft: DraftInput, errors: FieldError[]): DraftedOrder {
  const { input, plan, store, actor, customer } = draft;
  errors.push(...findLocationErrors(draft));
  const { reading, lines, prices, rows } = readPrices(draft, errors);
  const app_handle = actor.kind === "app" ? actor.id : null;
  const before = { ...emptyDetails, email: customer?.email ?? "", phone: customer?.phone ?? "" };
  const attributedDetails = { ...before, sales_attributions: { ...before.sales_attributions, app_handle } };
  const locations = new Map(plan.locations.map(({ id, name }) => [id, name]));
  const details = readDetails(input, { before: attributedDetails, locations, errors });
  const row: OrderRow = {
    id: plan.order_id,
    ...initialValues,
    ...details,
    ...buildSource(draft),
    ...rows,
    processed_at: readProcessedAt(draft, errors),
    created_at: plan.at,
    updated_at: plan.at,
  };
  const isStoreCurrency = row.currency_code === store.currency_code;
  const transactions = readPayments(input, plan, {
    ...reading,
    isStoreCurrency,
    hasCustomer: customer !== null,
  });
  const order: Order = {
    order: row,
    lines: buildLineRows(lines, { plan, prices, decimals: reading.decimals }),
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
