import { operations } from "@souk/contract";
import { instantText } from "../../infrastructure/instant-text.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import {
  type FulfillmentDocument,
  type FulfillmentOrderDocument,
  fulfillmentColumnUses,
  fulfillmentOrderColumnUses,
  type OrderReturnDocument,
  orderReturnColumnUses,
  orderReturnLineColumnUses,
  type RefundDocument,
  refundColumnUses,
  type TransactionDocument,
  transactionColumnUses,
} from "./order-part-columns.ts";
import type {
  FulfillmentOrderRow,
  FulfillmentRow,
  Order,
  OrderReturnRow,
  RefundRow,
  TransactionRow,
} from "./order-rows.ts";
import { computeFulfillmentOrderLineQuantities, deriveFulfillmentOrderStatus } from "./quantities.ts";
import { getProcessedAt } from "./transactions/processed-at.ts";

/** Formats an instant in the store's time zone. */
export type FormatTime = (instant: string) => string;

/** The order and time format with which its parts are shown. */
export interface PartContext {
  order: Order;
  time: FormatTime;
}

/**
 * Build the JSON text of a part of an order, in the store's time.
 * @param json converts this kind of part
 */
export function buildPartText<Row>(
  json: (context: PartContext, row: Row) => object,
  { store, order }: { store: Pick<Store, "timezone">; order: Order },
  row: Row,
): string {
  return JSON.stringify(json({ order, time: (instant) => instantText(instant, store.timezone) }, row));
}

const { properties } = operations.getOrder.response.properties.order;

/** The keys of a record's JSON, in the order of the contract. */
export function buildContractKeys(schema: { properties: object }): object {
  return Object.fromEntries(Object.keys(schema.properties).map((name) => [name, undefined]));
}

const keys = {
  transaction: buildContractKeys(properties.transactions.items),
  fulfillment: buildContractKeys(properties.fulfillments.items),
  fulfillmentOrder: buildContractKeys(properties.fulfillment_orders.items),
  refund: buildContractKeys(properties.refunds.items),
  orderReturn: buildContractKeys(properties.returns.items),
  orderReturnLine: buildContractKeys(properties.returns.items.properties.return_line_items.items),
};

/** Return a line's name for lists of its units. */
export function getLineName(order: Order, lineId: number): string {
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line) return "";
  return line.variant_name === null ? line.product_name : `${line.product_name} - ${line.variant_name}`;
}

/** Convert a transaction to the API's JSON. */
export function transactionJson({ order, time }: PartContext, row: TransactionRow): TransactionDocument {
  return {
    ...keys.transaction,
    ...transactionColumnUses.show({ ...row, processed_at: getProcessedAt(row) }, time),
    order_id: order.order.id,
    currency_code: order.order.currency_code,
    gateway: { type: row.gateway_type, title: row.gateway_title, method: row.gateway_method },
  };
}

/**
 * Convert a fulfillment to the API's JSON; units of one item from several fulfillment orders are added up.
 */
export function fulfillmentJson({ order, time }: PartContext, row: FulfillmentRow): FulfillmentDocument {
  const units = new Map<number, number>();
  for (const { fulfillment_id, line_item_id, quantity } of order.fulfillment_lines)
    if (fulfillment_id === row.id) units.set(line_item_id, (units.get(line_item_id) ?? 0) + quantity);
  return {
    ...keys.fulfillment,
    ...fulfillmentColumnUses.show(row, time),
    order_id: order.order.id,
    line_items: [...units].map(([id, quantity]) => ({ id, quantity, name: getLineName(order, id) })),
  };
}

/** Convert a fulfillment order to the API's JSON. */
export function fulfillmentOrderJson(
  { order, time }: PartContext,
  row: FulfillmentOrderRow,
): FulfillmentOrderDocument {
  const lines = order.fulfillment_order_lines.filter(
    ({ fulfillment_order_id }) => fulfillment_order_id === row.id,
  );
  const quantitiesById = computeFulfillmentOrderLineQuantities(order);
  return {
    ...keys.fulfillmentOrder,
    ...fulfillmentOrderColumnUses.show(row, time),
    fulfillment_order_id: row.id,
    order_id: order.order.id,
    status: deriveFulfillmentOrderStatus(lines, quantitiesById),
    line_items: lines.map(({ id, line_item_id, quantity }) => ({
      id: line_item_id,
      fulfillment_order_item_id: id,
      name: getLineName(order, line_item_id),
      quantity,
      unfulfilled_quantity: quantitiesById.get(id)?.open ?? 0,
    })),
  };
}

/** Convert a refund to the API's JSON; units of one line that went to one location are added up. */
export function refundJson({ order, time }: PartContext, row: RefundRow): RefundDocument {
  const items = new Map<
    string,
    { line_item_id: number; quantity: number; location_id: number; is_reverted: boolean }
  >();
  for (const { refund_id, line_item_id, location_id, quantity, is_reverted } of order.refund_lines) {
    if (refund_id !== row.id) continue;
    const key = `${line_item_id} ${location_id}`;
    const units = (items.get(key)?.quantity ?? 0) + quantity;
    items.set(key, { line_item_id, quantity: units, location_id, is_reverted });
  }
  return {
    ...keys.refund,
    ...refundColumnUses.show(row, time),
    order_id: order.order.id,
    currency_code: order.order.currency_code,
    restock_items: [...items.values()],
  };
}

/** Convert a return to the API's JSON. */
export function orderReturnJson({ order, time }: PartContext, row: OrderReturnRow): OrderReturnDocument {
  const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === row.id);
  return {
    ...keys.orderReturn,
    ...orderReturnColumnUses.show(row, time),
    order_id: order.order.id,
    return_line_items: lines.map((line) => ({
      ...keys.orderReturnLine,
      ...orderReturnLineColumnUses.show(line, time),
      name: getLineName(order, line.line_item_id),
    })),
  };
}
