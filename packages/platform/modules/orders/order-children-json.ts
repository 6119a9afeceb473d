import { operations } from "@souk/contract";
import { formatInstant } from "../../infrastructure/format-instant.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import {
  type FulfillmentDocument,
  type FulfillmentOrderDocument,
  fulfillmentColumnFunctions,
  fulfillmentOrderColumnFunctions,
  type OrderReturnDocument,
  orderReturnColumnFunctions,
  orderReturnLineColumnFunctions,
  type RefundDocument,
  refundColumnFunctions,
  type TransactionDocument,
  transactionColumnFunctions,
} from "./order-child-columns.ts";
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

/** The order to which a child record belongs, and the function that formats the record's times. */
export interface ChildContext {
  order: Order;
  formatTime: FormatTime;
}

/**
 * Build the JSON text of a child record of an order, with times in the store's time zone.
 * @param buildJson builds the JSON of this kind of child record
 */
export function buildChildText<Row>(
  buildJson: (context: ChildContext, row: Row) => object,
  { store, order }: { store: Pick<Store, "timezone">; order: Order },
  row: Row,
): string {
  return JSON.stringify(
    buildJson({ order, formatTime: (instant) => formatInstant(instant, store.timezone) }, row),
  );
}

const { properties } = operations.getOrder.response.properties.order;

/**
 * Build an object with the keys of a record's JSON, all undefined. Spread it first, so that the JSON has its keys in the
 * contract's sequence.
 */
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

/** Return the name of an order line: the product's name, with the variant's name if the line has a variant name. */
export function getLineName(order: Order, lineId: number): string {
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line) return "";
  return line.variant_name === null ? line.product_name : `${line.product_name} - ${line.variant_name}`;
}

/** Convert a transaction to the API's JSON. */
export function buildTransactionJson(
  { order, formatTime }: ChildContext,
  row: TransactionRow,
): TransactionDocument {
  return {
    ...keys.transaction,
    ...transactionColumnFunctions.show({ ...row, processed_at: getProcessedAt(row) }, formatTime),
    order_id: order.order.id,
    currency_code: order.order.currency_code,
    gateway: { type: row.gateway_type, title: row.gateway_title, method: row.gateway_method },
  };
}

/** Convert a fulfillment to the API's JSON. Units of one order line from several fulfillment orders are added up. */
export function buildFulfillmentJson(
  { order, formatTime }: ChildContext,
  row: FulfillmentRow,
): FulfillmentDocument {
  const quantitiesByLine = new Map<number, number>();
  for (const { fulfillment_id, line_item_id, quantity } of order.fulfillment_lines)
    if (fulfillment_id === row.id)
      quantitiesByLine.set(line_item_id, (quantitiesByLine.get(line_item_id) ?? 0) + quantity);
  return {
    ...keys.fulfillment,
    ...fulfillmentColumnFunctions.show(row, formatTime),
    order_id: order.order.id,
    line_items: [...quantitiesByLine].map(([id, quantity]) => ({
      id,
      quantity,
      name: getLineName(order, id),
    })),
  };
}

/** Convert a fulfillment order to the API's JSON. */
export function buildFulfillmentOrderJson(
  { order, formatTime }: ChildContext,
  row: FulfillmentOrderRow,
): FulfillmentOrderDocument {
  const lines = order.fulfillment_order_lines.filter(
    ({ fulfillment_order_id }) => fulfillment_order_id === row.id,
  );
  const quantitiesById = computeFulfillmentOrderLineQuantities(order);
  return {
    ...keys.fulfillmentOrder,
    ...fulfillmentOrderColumnFunctions.show(row, formatTime),
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

/** Convert a refund to the API's JSON. Restocked units of one order line at one location are added up. */
export function buildRefundJson({ order, formatTime }: ChildContext, row: RefundRow): RefundDocument {
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
    ...refundColumnFunctions.show(row, formatTime),
    order_id: order.order.id,
    currency_code: order.order.currency_code,
    restock_items: [...items.values()],
  };
}

/** Convert a return to the API's JSON. */
export function buildReturnJson(
  { order, formatTime }: ChildContext,
  row: OrderReturnRow,
): OrderReturnDocument {
  const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === row.id);
  return {
    ...keys.orderReturn,
    ...orderReturnColumnFunctions.show(row, formatTime),
    order_id: order.order.id,
    return_line_items: lines.map((line) => ({
      ...keys.orderReturnLine,
      ...orderReturnLineColumnFunctions.show(line, formatTime),
      name: getLineName(order, line.line_item_id),
    })),
  };
}
