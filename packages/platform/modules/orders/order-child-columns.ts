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
interface Types<Row extends object, Document extends object = NoFields, Input extends object = NoFields> {
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

const shown = { input: "none", json: "value" } as const;
const money = { input: "none", json: "money" } as const;
const hidden = { input: "none", json: null } as const;
const text = { input: "trimmed", initial: "", json: "value", csv: null } as const;
const timestamps = {
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} as const;

/** The columns of order lines. Like the other definitions in this file, they drive select, insert, update and JSON. */
export const lineColumns = {
  id: shown,
  position: hidden,
  product_id: shown,
  variant_id: shown,
  product_name: shown,
  variant_name: shown,
  sku: shown,
  barcode: shown,
  image_path: hidden,
  quantity: shown,
  price: money,
  total_discount: money,
  total_tax: money,
  cost_price: money,
  taxable: shown,
  shipping_required: shown,
  grams: shown,
  is_stocked: hidden,
  created_at: hidden,
  updated_at: hidden,
} satisfies RecordColumns<Types<LineRow, LineDocument>>;

export const fulfillmentOrderColumns = {
  id: shown,
  location_id: shown,
  // True while the fulfillment order has unfulfilled units or a fulfillment that can be canceled. Then its location
  // cannot be deleted.
  blocks_location_delete: hidden,
  ...timestamps,
} satisfies RecordColumns<Types<FulfillmentOrderRow, FulfillmentOrderDocument>>;

export const fulfillmentOrderLineColumns = {
  id: hidden,
  fulfillment_order_id: hidden,
  line_item_id: hidden,
  quantity: hidden,
} satisfies RecordColumns<Types<FulfillmentOrderLineRow>>;

export const transactionColumns = {
  id: shown,
  kind: shown,
  status: shown,
  gateway_type: hidden,
  gateway_title: hidden,
  gateway_method: hidden,
  points: shown,
  reference: shown,
  parent_id: shown,
  amount: money,
  processed_at: { input: "none", json: "time" },
  ...timestamps,
} satisfies RecordColumns<Types<TransactionRow, TransactionDocument>>;

export const fulfillmentColumns = {
  id: shown,
  fulfillment_order_id: shown,
  location_id: shown,
  status: { input: "use_case", initial: "pending", json: "value", csv: null },
  tracking_company: text,
  tracking_number: text,
  tracking_url: text,
  service: text,
  message: text,
  // If no handle is sent, this is the handle of the calling app. It never changes.
  app_handle: { input: "use_case", initial: "", json: "value", csv: null },
  consignment_note_url: text,
  ...timestamps,
} satisfies RecordColumns<
  Types<FulfillmentRow, FulfillmentDocument, OperationBody<typeof operations.createFulfillment>>
>;

export const fulfillmentLineColumns = {
  id: hidden,
  fulfillment_id: hidden,
  fulfillment_order_line_id: hidden,
  line_item_id: hidden,
  quantity: hidden,
} satisfies RecordColumns<Types<FulfillmentLineRow>>;

export const refundColumns = {
  id: shown,
  status: shown,
  note: shown,
  reference_number: shown,
  transaction_id: shown,
  amount: money,
  ...timestamps,
} satisfies RecordColumns<Types<RefundRow, RefundDocument>>;

export const refundLineColumns = {
  id: hidden,
  refund_id: hidden,
  line_item_id: hidden,
  fulfillment_order_line_id: hidden,
  location_id: hidden,
  quantity: hidden,
  is_reverted: hidden,
} satisfies RecordColumns<Types<RefundLineRow>>;

export const orderReturnColumns = {
  id: shown,
  status: shown,
  note: shown,
  refund_id: shown,
  ...timestamps,
} satisfies RecordColumns<Types<OrderReturnRow, OrderReturnDocument>>;

export const orderReturnLineColumns = {
  id: shown,
  order_return_id: hidden,
  line_item_id: shown,
  quantity: shown,
  reason: shown,
  restock: shown,
  location_id: shown,
} satisfies RecordColumns<Types<OrderReturnLineRow, OrderReturnLineDocument>>;

export const lineColumnFunctions = createColumnFunctions<LineRow>()(lineColumns);
export const fulfillmentOrderColumnFunctions =
  createColumnFunctions<FulfillmentOrderRow>()(fulfillmentOrderColumns);
export const transactionColumnFunctions = createColumnFunctions<TransactionRow>()(transactionColumns);
export const fulfillmentColumnFunctions = createColumnFunctions<FulfillmentRow>()(fulfillmentColumns);
export const refundColumnFunctions = createColumnFunctions<RefundRow>()(refundColumns);
export const orderReturnColumnFunctions = createColumnFunctions<OrderReturnRow>()(orderReturnColumns);
export const orderReturnLineColumnFunctions =
  createColumnFunctions<OrderReturnLineRow>()(orderReturnLineColumns);
