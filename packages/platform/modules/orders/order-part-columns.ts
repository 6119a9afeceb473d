import type { OperationBody, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import { createColumnUses, type RecordColumns } from "../../infrastructure/record-columns.ts";
import type { OrderDocument, Read } from "./order-columns.ts";

/** A row of a part of an order as it is read and written, without the ids of store and order. */
type PartRow<Table extends keyof Tables> = {
  [Name in Exclude<keyof Tables[Table], "store_id" | "order_id">]: Read<Tables[Table][Name]>;
};

type NoFields = Record<never, never>;

interface Types<Row extends object, Document extends object = NoFields, Input extends object = NoFields> {
  row: Row;
  input: Input;
  document: Document;
  csv: never;
}

export type LineRow = PartRow<"order_lines">;
export type FulfillmentOrderRow = PartRow<"fulfillment_orders">;
export type FulfillmentOrderLineRow = PartRow<"fulfillment_order_lines">;
/** `processed_at` is null while the transaction is pending, and in rows that have not changed since migration 0037. */
export type TransactionRow = PartRow<"order_transactions">;
export type FulfillmentRow = PartRow<"fulfillments">;
export type FulfillmentLineRow = PartRow<"fulfillment_lines">;
export type RefundRow = PartRow<"refunds">;
/** `fulfillment_order_line_id` is the line that unsent units were removed from; null for units that came back. */
export type RefundLineRow = PartRow<"refund_lines">;
export type OrderReturnRow = PartRow<"order_returns">;
export type OrderReturnLineRow = PartRow<"order_return_lines">;

/** Parts of an order in its JSON. */
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
const stamps = {
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
} as const;

/** The columns of each part of an order, defined once: they drive select, insert, update, JSON and the copying of a fulfillment's input. */
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
  // Whether the fulfillment order has open units, or may have again; then its location cannot be deleted.
  blocks_location_delete: hidden,
  ...stamps,
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
  ...stamps,
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
  // The calling app's handle if none is sent; it never changes.
  app_handle: { input: "use_case", initial: "", json: "value", csv: null },
  consignment_note_url: text,
  ...stamps,
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
  ...stamps,
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
  ...stamps,
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

export const lineColumnUses = createColumnUses<LineRow>()(lineColumns);
export const fulfillmentOrderColumnUses = createColumnUses<FulfillmentOrderRow>()(fulfillmentOrderColumns);
export const transactionColumnUses = createColumnUses<TransactionRow>()(transactionColumns);
export const fulfillmentColumnUses = createColumnUses<FulfillmentRow>()(fulfillmentColumns);
export const refundColumnUses = createColumnUses<RefundRow>()(refundColumns);
export const orderReturnColumnUses = createColumnUses<OrderReturnRow>()(orderReturnColumns);
export const orderReturnLineColumnUses = createColumnUses<OrderReturnLineRow>()(orderReturnLineColumns);
