import { operations } from "@souk/contract";
import { formatInstant } from "../../infrastructure/format-instant.ts";
import { emptyAddress } from "../customers/index.ts";
import { formatMinorUnits, toMinorUnits } from "./amounts.ts";
import { type LineDocument, lineColumnFunctions } from "./order-child-columns.ts";
import {
  buildContractKeys,
  buildFulfillmentJson,
  buildFulfillmentOrderJson,
  buildRefundJson,
  buildReturnJson,
  buildTransactionJson,
  type ChildContext,
} from "./order-children-json.ts";
import { mapCopiedTexts, type OrderDocument } from "./order-columns.ts";
import type { LineRow, Order, OrderAddress, OrderRow } from "./order-rows.ts";
import { computeLineQuantities, type LineQuantities } from "./quantities.ts";

/** The values that an order's JSON depends on, apart from the order's rows. */
export interface OrderJsonContext {
  /** IANA name of the store's time zone. */
  timezone: string;
  /** The origin of image URLs. */
  filesOrigin: string;
}

const { order: schema } = operations.getOrder.response.properties;
const orderKeys = buildContractKeys(schema);
const lineKeys = buildContractKeys(schema.properties.line_items.items);

const noQuantities: LineQuantities = {
  fulfilled: 0,
  unfulfilled: 0,
  refunded: 0,
  refundedAfterShipping: 0,
  returned: 0,
};

/** Return the id of the location that ships all units of a line, or null if several locations ship them. */
function getShippingLocation(order: Order, line: LineRow): number | null {
  const locationIds = new Set(
    order.fulfillment_order_lines
      .filter(({ line_item_id }) => line_item_id === line.id)
      .map(
        ({ fulfillment_order_id }) =>
          order.fulfillment_orders.find(({ id }) => id === fulfillment_order_id)?.location_id,
      ),
  );
  const [firstId] = locationIds;
  return locationIds.size === 1 ? (firstId ?? null) : null;
}

function buildLineJson(
  order: Order,
  line: LineRow,
  { quantities, filesOrigin }: { quantities: LineQuantities; filesOrigin: string },
): LineDocument {
  const decimals = order.order.currency_decimals;
  const gross = toMinorUnits(line.price, decimals) * BigInt(line.quantity);
  return {
    ...lineKeys,
    ...lineColumnFunctions.show(line, String),
    image: line.image_path === null ? null : `${filesOrigin}${line.image_path}`,
    subtotal: formatMinorUnits(gross - toMinorUnits(line.total_discount, decimals), decimals),
    fulfilled_quantity: quantities.fulfilled,
    unfulfilled_quantity: quantities.unfulfilled,
    refunded_quantity: quantities.refunded,
    returned_quantity: quantities.returned,
    location_id: getShippingLocation(order, line),
  };
}

function buildAmountsJson(row: OrderRow) {
  const decimals = row.currency_decimals;
  const parseAmount = (amount: string) => toMinorUnits(amount, decimals);
  const amountDue =
    row.status === "cancelled" ? 0n : parseAmount(row.total_price) - parseAmount(row.total_paid);
  const overpaid =
    parseAmount(row.total_paid) - parseAmount(row.total_refund_amount) - parseAmount(row.total_price);
  const formatAtLeastZero = (amount: bigint) => formatMinorUnits(amount > 0n ? amount : 0n, decimals);
  return {
    currency_code: row.currency_code,
    currency: row.currency_code,
    exchange_rate: row.exchange_rate,
    taxes_included: row.taxes_included,
    total_line_items_price: row.total_line_items_price,
    subtotal_price: row.subtotal_price,
    total_discount: row.total_discount,
    total_shipping: row.total_shipping,
    total_tax: row.total_tax,
    total_price: row.total_price,
    total_paid: row.total_paid,
    total_refund_amount: row.total_refund_amount,
    amount_due: formatAtLeastZero(amountDue),
    overpaid_amount: formatAtLeastZero(overpaid),
    credit_used: row.credit_used,
    point_used: row.point_used,
  };
}

function buildChildRecordsJson(context: ChildContext) {
  const { order } = context;
  return {
    transactions: order.transactions.map((row) => buildTransactionJson(context, row)),
    fulfillments: order.fulfillments.map((row) => buildFulfillmentJson(context, row)),
    fulfillment_orders: order.fulfillment_orders.map((row) => buildFulfillmentOrderJson(context, row)),
    refunds: order.refunds.map((row) => buildRefundJson(context, row)),
    returns: order.returns.map((row) => buildReturnJson(context, row)),
  };
}

function buildDetailsJson(row: OrderRow) {
  const { staff, location, app_handle } = row.sales_attributions;
  return {
    ...mapCopiedTexts((name) => row[name]),
    note_attributes: row.note_attributes.map(({ name, value }) => ({ name, value })),
    tags: [...row.tags],
    source_name: row.source_name,
    token: row.token,
    cart_token: row.cart_token,
    browser_ip: row.browser_ip,
    location_id: row.location_id,
    sales_attributions: {
      staff: staff.map(({ id, name }) => ({ id, name })),
      location: location.map(({ location_id, location_name }) => ({ location_id, location_name })),
      app_handle,
    },
    inventory_behaviour: row.inventory_behaviour,
    cancel_reason: row.cancel_reason,
  };
}

// PostgreSQL sorts the keys of stored JSON. With these fixed key sequences, an order has the same text when it is
// created and when it is read.
const customerKeys = ["id", "code", "first_name", "last_name", "email", "phone"] as const;
const addressKeys = Object.keys(emptyAddress) as (keyof OrderAddress)[];
const feeKeys = ["id", "name", "price", "handling_fee", "courier_name", "store_app_id"] as const;
const discountKeys = ["code", "title", "type", "value", "amount"] as const;
const taxKeys = ["title", "rate", "price"] as const;

function pickKeys<T extends object>(record: T | null, keys: readonly (keyof T)[]): T | null {
  return record === null ? null : (Object.fromEntries(keys.map((key) => [key, record[key]])) as T);
}

/** Convert an order to the API's JSON (ORD-2, ORD-7). */
export function buildOrderJson(order: Order, { timezone, filesOrigin }: OrderJsonContext): OrderDocument {
  const row = order.order;
  const formatTime = (instant: string) => formatInstant(instant, timezone);
  const formatOptionalTime = (instant: string | null) => (instant === null ? null : formatTime(instant));
  const quantities = computeLineQuantities(order);
  return {
    ...orderKeys,
    id: row.id,
    number: row.number,
    order_number: `#${row.number}`,
    status: row.status,
    financial_status: row.financial_status,
    fulfillment_status: row.fulfillment_status,
    customer_id: row.customer_id,
    customer: pickKeys(row.customer, customerKeys),
    ...buildAmountsJson(row),
    line_items: order.lines.map((line) =>
      buildLineJson(order, line, { quantities: quantities.get(line.id) ?? noQuantities, filesOrigin }),
    ),
    shipping_address: pickKeys(row.shipping_address, addressKeys),
    billing_address: pickKeys(row.billing_address, addressKeys),
    shipping_fees: row.shipping_fees.map((fee) => pickKeys(fee, feeKeys)),
    discounts: row.discounts.map((discount) => pickKeys(discount, discountKeys)),
    tax_lines: row.tax_lines.map((tax) => pickKeys(tax, taxKeys)),
    ...buildChildRecordsJson({ order, formatTime }),
    ...buildDetailsJson(row),
    cancelled_at: formatOptionalTime(row.cancelled_at),
    closed_at: formatOptionalTime(row.closed_at),
    processed_at: formatTime(row.processed_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  } as OrderDocument;
}
