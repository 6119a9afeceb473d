/**
 * An order with all its rows, as they are read and written: keys are columns, amounts decimal text with the currency's
 * decimals, instants ISO 8601 in UTC. What follows from other rows is not among them, see `derive-order.ts`.
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

interface Stamped {
  id: number;
  created_at: string;
  updated_at: string;
}

/** Who buys, as known when it was written. */
export interface CustomerCopy {
  id: number;
  code: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

export interface OrderAddress {
  first_name: string;
  last_name: string;
  company: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  district: string;
  province: string;
  province_code: string;
  country: string;
  country_code: string;
  latitude: number | null;
  longitude: number | null;
}

export interface ShippingFee {
  id: number;
  name: string;
  price: string;
  handling_fee: string;
  courier_name: string;
  store_app_id: string | null;
}

export interface OrderDiscount {
  code: string;
  title: string;
  type: "fixed_amount" | "percentage" | "shipping";
  value: string | null;
  amount: string;
}

export interface TaxLine {
  title: string;
  rate: string | null;
  price: string;
}

export interface SalesAttributions {
  staff: readonly { id: number | null; name: string }[];
  location: readonly { location_id: number; location_name: string }[];
  app_handle: string | null;
}

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

export interface OrderRow extends Stamped {
  number: number;
  version: number;
  status: "open" | "closed" | "cancelled";
  financial_status: FinancialStatus;
  fulfillment_status: FulfillmentStatus;
  email: string;
  phone: string;
  customer_id: number | null;
  customer: CustomerCopy | null;
  currency_code: string;
  currency_decimals: number;
  exchange_rate: string;
  taxes_included: boolean;
  subtotal_price: string;
  total_line_items_price: string;
  total_discount: string;
  total_shipping: string;
  total_tax: string;
  total_price: string;
  total_paid: string;
  total_refund_amount: string;
  credit_used: string;
  point_used: number;
  shipping_address: OrderAddress | null;
  billing_address: OrderAddress | null;
  shipping_fees: readonly ShippingFee[];
  discounts: readonly OrderDiscount[];
  tax_lines: readonly TaxLine[];
  note: string;
  remark: string;
  note_attributes: readonly { name: string; value: string }[];
  tags: readonly string[];
  source_name: string;
  source_identifier: string;
  token: string;
  cart_token: string;
  browser_ip: string;
  location_id: number | null;
  sales_attributions: SalesAttributions;
  inventory_behaviour: "decrement_obeying_policy" | "decrement_ignoring_policy" | "bypass";
  cancel_reason: string;
  cancel_restock: boolean;
  cancelled_at: string | null;
  closed_at: string | null;
  processed_at: string;
}

export interface LineRow extends Stamped {
  position: number;
  product_id: number | null;
  variant_id: number | null;
  product_name: string;
  variant_name: string | null;
  sku: string;
  barcode: string;
  image_path: string | null;
  quantity: number;
  price: string;
  total_discount: string;
  total_tax: string;
  taxable: boolean;
  shipping_required: boolean;
  grams: number;
  cost_price: string | null;
  is_stocked: boolean;
}

export interface FulfillmentOrderRow extends Stamped {
  location_id: number;
  /** Whether units of it are still to be sent, or may come to be so again: while they are, its location cannot be deleted. */
  keeps_location: boolean;
}

export interface FulfillmentOrderLineRow {
  id: number;
  fulfillment_order_id: number;
  line_item_id: number;
  quantity: number;
}

export interface TransactionRow extends Stamped {
  kind: "sale" | "authorization" | "capture" | "refund" | "void";
  status: "pending" | "success" | "failure";
  amount: string;
  gateway_type: string;
  gateway_title: string;
  gateway_method: string;
  points: number | null;
  reference: string;
  parent_id: number | null;
  /** When it ended; null while it is pending, and of those that ended before 0037 and have not been changed since. */
  processed_at: string | null;
}

export interface FulfillmentRow extends Stamped {
  fulfillment_order_id: number | null;
  location_id: number;
  status: "pending" | "in_transit" | "out_for_delivery" | "delivered" | "failed" | "cancelled";
  tracking_company: string;
  tracking_number: string;
  tracking_url: string;
  service: string;
  message: string;
  app_handle: string;
  consignment_note_url: string;
}

export interface FulfillmentLineRow {
  id: number;
  fulfillment_id: number;
  fulfillment_order_line_id: number;
  line_item_id: number;
  quantity: number;
}

export interface RefundRow extends Stamped {
  status: "created" | "cancelled";
  amount: string;
  note: string;
  reference_number: string;
  transaction_id: number | null;
}

export interface RefundLineRow {
  id: number;
  refund_id: number;
  line_item_id: number;
  /** What was not sent was taken from here; null: it was sent and came back. */
  fulfillment_order_line_id: number | null;
  location_id: number;
  quantity: number;
  is_reverted: boolean;
}

export interface OrderReturnRow extends Stamped {
  status: "requested" | "accepted" | "completed" | "cancelled";
  note: string;
  refund_id: number | null;
}

export interface OrderReturnLineRow {
  id: number;
  order_return_id: number;
  line_item_id: number;
  quantity: number;
  reason: string;
  restock: boolean;
  location_id: number;
}
