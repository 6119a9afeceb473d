import { operations } from "@souk/contract";
import { instantText } from "../../infrastructure/instant-text.ts";
import { emptyAddress } from "../customers/index.ts";
import { formatMinorUnits, toMinorUnits } from "./amounts.ts";
import { mapCopied, type OrderDocument } from "./order-columns.ts";
import { type LineDocument, lineColumnUses } from "./order-part-columns.ts";
import type { LineRow, Order, OrderAddress, OrderRow } from "./order-rows.ts";
import {
  buildContractKeys,
  fulfillmentJson,
  fulfillmentOrderJson,
  orderReturnJson,
  type PartContext,
  refundJson,
  transactionJson,
} from "./parts-json.ts";
import { computeLineQuantities, type LineQuantities } from "./quantities.ts";

/** The values that an order's JSON depends on, apart from the order's rows. */
export interface OrderJsonContext {
  /** IANA name of the store's time zone. */
  timezone: string;
  /** The origin of image URLs. */
  filesOrigin: string;
}

const { order: schema } = operations.getOrder.response.properties;
const keys = buildContractKeys(schema);
const lineKeys = buildContractKeys(schema.properties.line_items.items);

const noQuantities: LineQuantities = { fulfilled: 0, unfulfilled: 0, refunded: 0, cameBack: 0, returned: 0 };

function getShippingLocation(order: Order, line: LineRow): number | null {
  const locationIds = new Set(
    order.fulfillment_order_lines
      .filter(({ line_item_id }) => line_item_id === line.id)
      .map(
        ({ fulfillment_order_id }) =>
          order.fulfillment_orders.find(({ id }) => id === fulfillment_order_id)?.location_id,
      ),
  );
  const [only] = locationIds;
  return locationIds.size === 1 ? (only ?? null) : null;
}

function lineJson(
  order: Order,
  line: LineRow,
  { quantities, filesOrigin }: { quantities: LineQuantities; filesOrigin: string },
): LineDocument {
  const decimals = order.order.currency_decimals;
  const gross = toMinorUnits(line.price, decimals) * BigInt(line.quantity);
  return {
    ...lineKeys,
    ...lineColumnUses.show(line, String),
    image: line.image_path === null ? null : `${filesOrigin}${line.image_path}`,
    subtotal: formatMinorUnits(gross - toMinorUnits(line.total_discount, decimals), decimals),
    fulfilled_quantity: quantities.fulfilled,
    unfulfilled_quantity: quantities.unfulfilled,
    refunded_quantity: quantities.refunded,
    returned_quantity: quantities.returned,
    location_id: getShippingLocation(order, line),
  };
}

function moneyJson(row: OrderRow) {
  const decimals = row.currency_decimals;
  const units = (amount: string) => toMinorUnits(amount, decimals);
  const due = row.status === "cancelled" ? 0n : units(row.total_price) - units(row.total_paid);
  const overpaid = units(row.total_paid) - units(row.total_refund_amount) - units(row.total_price);
  const positive = (amount: bigint) => formatMinorUnits(amount > 0n ? amount : 0n, decimals);
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
    overpaid_amount: positive(overpaid),
    credit_used: row.credit_used,
    point_used: row.point_used,
  };
}

function partsJson(context: PartContext) {
  const { order } = context;
  return {
    transactions: order.transactions.map((row) => transactionJson(context, row)),
    fulfillments: order.fulfillments.map((row) => fulfillmentJson(context, row)),
    fulfillment_orders: order.fulfillment_orders.map((row) => fulfillmentOrderJson(context, row)),
    refunds: order.refunds.map((row) => refundJson(context, row)),
    returns: order.returns.map((row) => orderReturnJson(context, row)),
  };
}

function detailsJson(row: OrderRow) {
  const { staff, location, app_handle } = row.sales_attributions;
  return {
    ...mapCopied((name) => row[name]),
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

// PostgreSQL sorts the keys of stored JSON. Fixed key orders give an order the same text whether just created or read.
const customerKeys = ["id", "code", "first_name", "last_name", "email", "phone"] as const;
const addressKeys = Object.keys(emptyAddress) as (keyof OrderAddress)[];
const feeKeys = ["id", "name", "price", "handling_fee", "courier_name", "store_app_id"] as const;
const discountKeys = ["code", "title", "type", "value", "amount"] as const;
const taxKeys = ["title", "rate", "price"] as const;

function pickKeys<T extends object>(record: T | null, keys: readonly (keyof T)[]): T | null {
  return record === null ? null : (Object.fromEntries(keys.map((key) => [key, record[key]])) as T);
}

/** Convert an order to the API's JSON (ORD-2, ORD-7). */
export function orderJson(order: Order, { timezone, filesOrigin }: OrderJsonContext): OrderDocument {
  const row = order.order;
  const time = (instant: string) => instantText(instant, timezone);
  const formatOptionalTime = (instant: string | null) => (instant === null ? null : time(instant));
  const quantities = computeLineQuantities(order);
  return {
    ...keys,
    id: row.id,
    number: row.number,
    order_number: `#${row.number}`,
    status: row.status,
    financial_status: row.financial_status,
    fulfillment_status: row.fulfillment_status,
    customer_id: row.customer_id,
    customer: pickKeys(row.customer, customerKeys),
    ...moneyJson(row),
    line_items: order.lines.map((line) =>
      lineJson(order, line, { quantities: quantities.get(line.id) ?? noQuantities, filesOrigin }),
    ),
    shipping_address: pickKeys(row.shipping_address, addressKeys),
    billing_address: pickKeys(row.billing_address, addressKeys),
    shipping_fees: row.shipping_fees.map((fee) => pickKeys(fee, feeKeys)),
    discounts: row.discounts.map((discount) => pickKeys(discount, discountKeys)),
    tax_lines: row.tax_lines.map((tax) => pickKeys(tax, taxKeys)),
    ...partsJson({ order, time }),
    ...detailsJson(row),
    cancelled_at: formatOptionalTime(row.cancelled_at),
    closed_at: formatOptionalTime(row.closed_at),
    processed_at: time(row.processed_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  } as OrderDocument;
}
