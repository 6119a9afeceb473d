import type {
  FulfillmentLineRow,
  FulfillmentOrderLineRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  LineRow,
  OrderReturnLineRow,
  OrderReturnRow,
  RefundLineRow,
  RefundRow,
  TransactionRow,
} from "./order-child-columns.ts";
import type { OrderRow } from "./order-columns.ts";

/**
 * An order with all its rows, as they are read and written. Keys are columns, amounts are decimal text with the decimal
 * places of the currency, and times are ISO 8601 in UTC. `derive-order.ts` sets the columns that are derived from other
 * rows.
 */
export interface Order {
  order: OrderRow;
  lines: readonly LineRow[];
  fulfillment_orders: readonly FulfillmentOrderRow[];
  fulfillment_order_lines: readonly FulfillmentOrderLineRow[];
  transactions: readonly TransactionRow[];
  fulfillments: readonly FulfillmentRow[];
  fulfillment_lines: readonly FulfillmentLineRow[];
  refunds: readonly RefundRow[];
  refund_lines: readonly RefundLineRow[];
  returns: readonly OrderReturnRow[];
  return_lines: readonly OrderReturnLineRow[];
}

export type {
  FulfillmentOrderLineRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  LineRow,
  OrderReturnLineRow,
  OrderReturnRow,
  RefundLineRow,
  RefundRow,
  TransactionRow,
} from "./order-child-columns.ts";
export type { OrderRow } from "./order-columns.ts";
export type {
  CustomerCopy,
  OrderAddress,
  SalesAttributions,
  ShippingFee,
} from "./order-json-columns.ts";

export type FinancialStatus =
  | "unpaid"
  | "pending"
  | "authorized"
  | "partially_paid"
  | "paid"
  | "partially_refunded"
  | "refunded"
  | "voided";

export type FulfillmentStatus =
  | "unfulfilled"
  | "partially_fulfilled"
  | "fulfilled"
  | "partially_returned"
  | "returned";
