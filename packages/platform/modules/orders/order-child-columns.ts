import type { OperationBody, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import { createColumnFunctions, type RecordColumns } from "../../infrastructure/record-columns.ts";
import type { OrderDocument, ReadAsJson } from "./order-columns.ts";

/** A row of a child table of orders as it is read and written, without the ids of the store and the order. */
type ChildRow<Table extends keyof Tables> = {
  [Name in Exclude<keyof Tables[Table], "store_id" | "order_id">]: ReadAsJson<Tables[Table][Name]>;
};

type NoFields = Record<never, never>;

/** The types of a child table: its row, its part of the order's JSON (`Document`) and its part of a request's body. */
interface ChildTypes<
  Row extends object,
  Document extends object = NoFields,
  Input extends object = NoFields,
> {
  row: Row;
  input: Input;
  document: Document;
  csv: never;
}

export type LineRow = ChildRow<"order_lines">;
export type FulfillmentOrderRow = ChildRow<"fulfillment_orders">;
export type FulfillmentOrderLineRow = ChildRow<"fulfillment_order_lines">;
/** `processed_at` is null while the transaction is pending, and in rows that have not changed since migration 0037. */
export type TransactionRow = ChildRow<"order_transactions">;
export type FulfillmentRow = ChildRow<"fulfillments">;
export type FulfillmentLineRow = ChildRow<"fulfillment_lines">;
export type RefundRow = ChildRow<"refunds">;
/** `fulfillment_order_line_id` is the line that unfulfilled units were removed from; null for returned units. */
export type RefundLineRow = ChildRow<"refund_lines">;
export type OrderReturnRow = ChildRow<"order_returns">;
export type OrderReturnLineRow = ChildRow<"order_return_lines">;

/** An order line in the order's JSON. */
export type LineDocument = OrderDocument["line_items"][number];
export type TransactionDocument = OrderDocument["transactions"][number];
export type FulfillmentDocument = OrderDocument["fulfillments"][number];
export type FulfillmentOrderDocument = OrderDocument["fulfillment_orders"][number];
export type RefundDocument = OrderDocument["refunds"][number];
export type OrderReturnDocument = OrderDocument["returns"][number];
export type OrderReturnLineDocument = OrderReturnDocument["return_line_items"][number];

const shownColumn = { input: "none", json: "value" } as const;
const moneyColumn = { input: "none", json: "money" } as const;
const hiddenColumn = { input: "none", json: null } as const;
const textColumn = { input: "trimmed", initial: "", json: "value", csv: null } as const;
const timestamps = {
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} as const;

/** The columns of order lines. Like the other definitions in this file, they drive select, insert, update and JSON. */
export const lineColumns = {
  id: shownColumn,
  position: hiddenColumn,
  product_id: shownColumn,
  variant_id: shownColumn,
  product_name: shownColumn,
  variant_name: shownColumn,
  sku: shownColumn,
  barcode: shownColumn,
  image_path: hiddenColumn,
  quantity: shownColumn,
  price: moneyColumn,
  total_discount: moneyColumn,
  total_tax: moneyColumn,
  cost_price: moneyColumn,
  taxable: shownColumn,
  shipping_required: shownColumn,
  grams: shownColumn,
  is_stocked: hiddenColumn,
  created_at: hiddenColumn,
  updated_at: hiddenColumn,
} satisfies RecordColumns<ChildTypes<LineRow, LineDocument>>;

export const fulfillmentOrderColumns = {
  id: shownColumn,
  location_id: shownColumn,
  // True while the fulfillment order has unfulfilled units or a fulfillment that can be canceled. While it is true, the
  // location cannot be deleted.
  blocks_location_delete: hiddenColumn,
  ...timestamps,
} satisfies RecordColumns<ChildTypes<FulfillmentOrderRow, FulfillmentOrderDocument>>;

export const fulfillmentOrderLineColumns = {
  id: hiddenColumn,
  fulfillment_order_id: hiddenColumn,
  line_item_id: hiddenColumn,
  quantity: hiddenColumn,
} satisfies RecordColumns<ChildTypes<FulfillmentOrderLineRow>>;

export const transactionColumns = {
  id: shownColumn,
  kind: shownColumn,
  status: shownColumn,
  gateway_type: hiddenColumn,
  gateway_title: hiddenColumn,
  gateway_method: hiddenColumn,
  points: shownColumn,
  reference: shownColumn,
  parent_id: shownColumn,
  amount: moneyColumn,
  processed_at: { input: "none", json: "time" },
  ...timestamps,
} satisfies RecordColumns<ChildTypes<TransactionRow, TransactionDocument>>;

export const fulfillmentColumns = {
  id: shownColumn,
  fulfillment_order_id: shownColumn,
  location_id: shownColumn,
  status: { input: "custom", initial: "pending", json: "value", csv: null },
  tracking_company: textColumn,
  tracking_number: textColumn,
  tracking_url: textColumn,
  service: textColumn,
  message: textColumn,
  // If no handle is sent, this is the handle of the calling app. It never changes.
  app_handle: { input: "custom", initial: "", json: "value", csv: null },
  consignment_note_url: textColumn,
  ...timestamps,
} satisfies RecordColumns<
  ChildTypes<FulfillmentRow, FulfillmentDocument, OperationBody<typeof operations.createFulfillment>>
>;

export const fulfillmentLineColumns = {
  id: hiddenColumn,
  fulfillment_id: hiddenColumn,
  fulfillment_order_line_id: hiddenColumn,
  line_item_id: hiddenColumn,
  quantity: hiddenColumn,
} satisfies RecordColumns<ChildTypes<FulfillmentLineRow>>;

export const refundColumns = {
  id: shownColumn,
  status: shownColumn,
  note: shownColumn,
  reference_number: shownColumn,
  transaction_id: shownColumn,
  amount: moneyColumn,
  ...timestamps,
} satisfies RecordColumns<ChildTypes<RefundRow, RefundDocument>>;

export const refundLineColumns = {
  id: hiddenColumn,
  refund_id: hiddenColumn,
  line_item_id: hiddenColumn,
  fulfillment_order_line_id: hiddenColumn,
  location_id: hiddenColumn,
  quantity: hiddenColumn,
  is_reverted: hiddenColumn,
} satisfies RecordColumns<ChildTypes<RefundLineRow>>;

export const orderReturnColumns = {
  id: shownColumn,
  status: shownColumn,
  note: shownColumn,
  refund_id: shownColumn,
  ...timestamps,
} satisfies RecordColumns<ChildTypes<OrderReturnRow, OrderReturnDocument>>;

export const orderReturnLineColumns = {
  id: shownColumn,
  order_return_id: hiddenColumn,
  line_item_id: shownColumn,
  quantity: shownColumn,
  reason: shownColumn,
  restock: shownColumn,
  location_id: shownColumn,
} satisfies RecordColumns<ChildTypes<OrderReturnLineRow, OrderReturnLineDocument>>;

export const lineColumnFunctions = createColumnFunctions<LineRow>()(lineColumns);
export const fulfillmentOrderColumnFunctions =
  createColumnFunctions<FulfillmentOrderRow>()(fulfillmentOrderColumns);
export const transactionColumnFunctions = createColumnFunctions<TransactionRow>()(transactionColumns);
export const fulfillmentColumnFunctions = createColumnFunctions<FulfillmentRow>()(fulfillmentColumns);
export const refundColumnFunctions = createColumnFunctions<RefundRow>()(refundColumns);
export const orderReturnColumnFunctions = createColumnFunctions<OrderReturnRow>()(orderReturnColumns);
export const orderReturnLineColumnFunctions =
  createColumnFunctions<OrderReturnLineRow>()(orderReturnLineColumns);
