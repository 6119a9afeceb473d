import type { AnswerOf, operations } from "@souk/contract";
import { instantText } from "../../instant-text.ts";
import { emptyAddress } from "../customers/index.ts";
import { fromUnits, toUnits } from "./amounts.ts";
import type { LineRow, Order, OrderAddress, OrderRow } from "./order-rows.ts";
import {
  fulfillmentJson,
  fulfillmentOrderJson,
  orderReturnJson,
  refundJson,
  type Showing,
  transactionJson,
} from "./parts-json.ts";
import { type LineQuantities, lineQuantities } from "./quantities.ts";

type OrderDocument = AnswerOf<typeof operations.getOrder>["order"];

/** What orders are shown with, beside their rows. */
export interface OrderShown {
  /** IANA name of the store's time zone. */
  timezone: string;
  /** Starts the addresses of pictures. */
  filesOrigin: string;
}

const none: LineQuantities = { fulfilled: 0, unfulfilled: 0, refunded: 0, cameBack: 0, returned: 0 };

function shippedBy(order: Order, line: LineRow): number | null {
  const places = new Set(
    order.fulfillment_order_lines
      .filter(({ line_item_id }) => line_item_id === line.id)
      .map(
        ({ fulfillment_order_id }) =>
          order.fulfillment_orders.find(({ id }) => id === fulfillment_order_id)?.location_id,
      ),
  );
  const [only] = places;
  return places.size === 1 ? (only ?? null) : null;
}

function lineJson(
  order: Order,
  line: LineRow,
  { quantities, filesOrigin }: { quantities: LineQuantities; filesOrigin: string },
) {
  const decimals = order.order.currency_decimals;
  const whole = toUnits(line.price, decimals) * BigInt(line.quantity);
  return {
    id: line.id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    product_name: line.product_name,
    variant_name: line.variant_name,
    sku: line.sku,
    barcode: line.barcode,
    image: line.image_path === null ? null : `${filesOrigin}${line.image_path}`,
    quantity: line.quantity,
    price: line.price,
    total_discount: line.total_discount,
    subtotal: fromUnits(whole - toUnits(line.total_discount, decimals), decimals),
    total_tax: line.total_tax,
    taxable: line.taxable,
    shipping_required: line.shipping_required,
    grams: line.grams,
    cost_price: line.cost_price,
    fulfilled_quantity: quantities.fulfilled,
    unfulfilled_quantity: quantities.unfulfilled,
    refunded_quantity: quantities.refunded,
    returned_quantity: quantities.returned,
    location_id: shippedBy(order, line),
  };
}

function moneyJson(row: OrderRow) {
  const decimals = row.currency_decimals;
  const units = (amount: string) => toUnits(amount, decimals);
  const due = row.status === "cancelled" ? 0n : units(row.total_price) - units(row.total_paid);
  const over = units(row.total_paid) - units(row.total_refund_amount) - units(row.total_price);
  const positive = (amount: bigint) => fromUnits(amount > 0n ? amount : 0n, decimals);
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
    amount_due: positive(due),
    overpaid_amount: positive(over),
    credit_used: row.credit_used,
    point_used: row.point_used,
  };
}

function partsJson(showing: Showing) {
  const { order } = showing;
  return {
    transactions: order.transactions.map((row) => transactionJson(showing, row)),
    fulfillments: order.fulfillments.map((row) => fulfillmentJson(showing, row)),
    fulfillment_orders: order.fulfillment_orders.map((row) => fulfillmentOrderJson(showing, row)),
    refunds: order.refunds.map((row) => refundJson(showing, row)),
    returns: order.returns.map((row) => orderReturnJson(showing, row)),
  };
}

function detailsJson(row: OrderRow) {
  const { staff, location, app_handle } = row.sales_attributions;
  return {
    note: row.note,
    remark: row.remark,
    note_attributes: row.note_attributes.map(({ name, value }) => ({ name, value })),
    tags: [...row.tags],
    source_name: row.source_name,
    source_identifier: row.source_identifier,
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

// PostgreSQL sorts the keys of what it keeps as JSON: an order must show the same text whether it was just made or read.
const customerKeys = ["id", "code", "first_name", "last_name", "email", "phone"] as const;
const addressKeys = Object.keys(emptyAddress) as (keyof OrderAddress)[];
const feeKeys = ["id", "name", "price", "handling_fee", "courier_name", "store_app_id"] as const;
const discountKeys = ["code", "title", "type", "value", "amount"] as const;
const taxKeys = ["title", "rate", "price"] as const;

function copyOf<T extends object>(record: T | null, keys: readonly (keyof T)[]): T | null {
  return record === null ? null : (Object.fromEntries(keys.map((key) => [key, record[key]])) as T);
}

/** An order as the API shows it (ORD-2, ORD-7). */
export function orderJson(order: Order, { timezone, filesOrigin }: OrderShown): OrderDocument {
  const row = order.order;
  const time = (instant: string) => instantText(instant, timezone);
  const timeOrNone = (instant: string | null) => (instant === null ? null : time(instant));
  const quantities = lineQuantities(order);
  return {
    id: row.id,
    number: row.number,
    order_number: `#${row.number}`,
    status: row.status,
    financial_status: row.financial_status,
    fulfillment_status: row.fulfillment_status,
    email: row.email,
    phone: row.phone,
    customer_id: row.customer_id,
    customer: copyOf(row.customer, customerKeys),
    ...moneyJson(row),
    line_items: order.lines.map((line) =>
      lineJson(order, line, { quantities: quantities.get(line.id) ?? none, filesOrigin }),
    ),
    shipping_address: copyOf(row.shipping_address, addressKeys),
    billing_address: copyOf(row.billing_address, addressKeys),
    shipping_fees: row.shipping_fees.map((fee) => copyOf(fee, feeKeys)),
    discounts: row.discounts.map((discount) => copyOf(discount, discountKeys)),
    tax_lines: row.tax_lines.map((tax) => copyOf(tax, taxKeys)),
    ...partsJson({ order, time }),
    ...detailsJson(row),
    cancelled_at: timeOrNone(row.cancelled_at),
    closed_at: timeOrNone(row.closed_at),
    processed_at: time(row.processed_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  } as OrderDocument;
}
