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
import type { StoreData } from "./load-store-data.ts";
import { formatPrices, type OrderPrices, priceOrder } from "./price-order.ts";
import { readDiscounts, readFees, readTaxes } from "./read-charges.ts";
import { type NewLine, readLines } from "./read-lines.ts";
import { readPayments } from "./read-payments.ts";

export type OrderInput = OperationBody<typeof operations.createOrder>;

/** The input of a new order and the data from which it is built. */
export interface NewOrderContext {
  store: Store;
  actor: Actor;
  input: OrderInput;
  storeData: StoreData;
  /** The id of the order's customer, who may have been deleted; null without a customer. */
  customerId: number | null;
  customer: CustomerCopy | null;
  token: string;
}

/** A new order before its locations are chosen, without fulfillment orders and without a number. */
export interface NewOrder {
  order: Order;
  lines: readonly NewLine[];
}

/** Return the currency of a new order: the requested currency, or the store's currency by default. */
export function getCurrencyCode(store: Store, { currency_code }: OrderInput): string {
  return currency_code ?? store.currency_code;
}

/** Return the name of the field that identifies the customer of a new order. */
export function getCustomerField({ customer_id = null, customer }: OrderInput): string {
  if (customer?.id !== undefined) return "customer.id";
  return customer_id === null ? "customer" : "customer_id";
}

function readProcessedAt({ input, storeData, store }: NewOrderContext, errors: FieldError[]): string {
  if (input.processed_at === undefined) return storeData.placed_at;
  const time = parseInstant(input.processed_at, store.timezone);
  if (time === null) errors.push(fieldError("processed_at", "invalid_format", { format: "date_time" }));
  return time?.toISOString() ?? storeData.placed_at;
}

function findReferenceErrors({ input, storeData, customerId }: NewOrderContext): FieldError[] {
  const { location_id = null } = input;
  const isKnownLocation = location_id === null || storeData.locations.some(({ id }) => id === location_id);
  return [
    ...(isKnownLocation ? [] : [fieldError("location_id", "not_found", { resource: "location" })]),
    ...(storeData.currency ? [] : [fieldError("currency_code", "not_found", { resource: "currency" })]),
    ...(customerId !== null && storeData.customer === null
      ? [fieldError(getCustomerField(input), "not_found", { resource: "customer" })]
      : []),
  ];
}

function buildLineRows(
  lines: readonly NewLine[],
  { storeData, prices, decimals }: { storeData: StoreData; prices: OrderPrices; decimals: number },
): LineRow[] {
  return lines.map(({ columns }, index) => ({
    id: storeData.line_ids[index] ?? 0,
    position: index + 1,
    ...columns,
    total_discount: formatMinorUnits(prices.lines[index]?.total_discount ?? 0n, decimals),
    total_tax: formatMinorUnits(prices.lines[index]?.total_tax ?? 0n, decimals),
    created_at: storeData.placed_at,
    updated_at: storeData.placed_at,
  }));
}

function buildBaseColumns({ input, actor, store, storeData, customer, token }: NewOrderContext) {
  const currency_code = getCurrencyCode(store, input);
  return {
    customer_id: customer?.id ?? null,
    customer,
    currency_code,
    currency_decimals: getCurrencyExponent(currency_code),
    exchange_rate: storeData.currency?.rate ?? "1",
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

/**
 * A total must be less than this amount in the order's currency and in the store's currency, because a total can have at most 12
 * digits before the decimal point.
 */
const maxTotal = 10n ** 12n;

function findTotalErrors(
  { items, total }: OrderPrices,
  { decimals, rate }: { decimals: number; rate: string },
): FieldError[] {
  const { numerator, denominator } = parseFraction(rate);
  const largestAmount = items > total ? items : total;
  const limit = maxTotal * 10n ** BigInt(decimals);
  if (largestAmount < limit && largestAmount * denominator < limit * numerator) return [];
  return [
    fieldError(
      "line_items",
      "out_of_range",
      {},
      "The total of {field} has more than 12 digits before the decimal point.",
    ),
  ];
}

// Included taxes are a share of the prices, so the taxes cannot exceed the prices. Shipping may also be taxed.
function findIncludedTaxErrors(
  { input }: NewOrderContext,
  { subtotal, shipping, tax, taxes }: OrderPrices,
): FieldError[] {
  if (input.taxes_included !== true || tax <= subtotal + shipping) return [];
  const taxLines = input.tax_lines ?? [];
  const taxesWithSentPrice = taxes
    .map((price, index) => ({ price, index }))
    .filter(({ index }) => taxLines[index]?.price !== undefined);
  const [largestTax] = taxesWithSentPrice.sort((a, b) => (a.price < b.price ? 1 : -1));
  return largestTax === undefined
    ? []
    : [
        fieldError(
          `tax_lines.${largestTax.index}.price`,
          "out_of_range",
          {},
          "The sum of the taxes is greater than the total of the prices that include them.",
        ),
      ];
}

function readPrices(context: NewOrderContext, errors: FieldError[]) {
  const { input, storeData, store } = context;
  const currency_code = getCurrencyCode(store, input);
  const decimals = getCurrencyExponent(currency_code);
  const amountContext = { currency_code, decimals, errors };
  const inventoryBehavior = input.inventory_behaviour ?? "decrement_obeying_policy";
  const storeDecimals = getCurrencyExponent(store.currency_code);
  const isStoreCurrency = currency_code === store.currency_code;
  const lines = readLines(input.line_items, {
    ...amountContext,
    storeData,
    inventoryBehavior,
    storeDecimals,
    isStoreCurrency,
  });
  const { fees, total: shipping } = readFees(input, storeData.fee_ids, {
    ...amountContext,
    actor: context.actor,
    app_handles: storeData.app_handles,
  });
  const discounts = readDiscounts(input, amountContext);
  const taxes = readTaxes(input, amountContext);
  const linesToPrice = lines.map((line) => line.lineToPrice);
  const taxes_included = input.taxes_included ?? false;
  const prices = priceOrder({ lines: linesToPrice, discounts, taxes, shipping, taxes_included });
  errors.push(...findIncludedTaxErrors(context, prices));
  errors.push(...findTotalErrors(prices, { decimals, rate: storeData.currency?.rate ?? "1" }));
  const format = (amount: bigint | undefined) => formatMinorUnits(amount ?? 0n, decimals);
  const priceColumns = {
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
  return { amountContext, lines, prices, priceColumns };
}

/** Build a new order from its input and the store's data. Add an error to `errors` for each invalid field. */
export function buildNewOrder(context: NewOrderContext, errors: FieldError[]): NewOrder {
  const { input, storeData, store, actor, customer } = context;
  errors.push(...findReferenceErrors(context));
  const { amountContext, lines, prices, priceColumns } = readPrices(context, errors);
  const app_handle = actor.kind === "app" ? actor.id : null;
  const defaultDetails = {
    ...emptyDetails,
    email: customer?.email ?? "",
    phone: customer?.phone ?? "",
    sales_attributions: { ...emptyDetails.sales_attributions, app_handle },
  };
  const locations = new Map(storeData.locations.map(({ id, name }) => [id, name]));
  const details = readDetails(input, { current: defaultDetails, locations, errors });
  const row: OrderRow = {
    id: storeData.order_id,
    ...initialValues,
    ...details,
    ...buildBaseColumns(context),
    ...priceColumns,
    processed_at: readProcessedAt(context, errors),
    created_at: storeData.placed_at,
    updated_at: storeData.placed_at,
  };
  const isStoreCurrency = row.currency_code === store.currency_code;
  const transactions = readPayments(input, storeData, {
    ...amountContext,
    isStoreCurrency,
    hasCustomer: customer !== null,
  });
  const order: Order = {
    order: row,
    lines: buildLineRows(lines, { storeData, prices, decimals: amountContext.decimals }),
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
