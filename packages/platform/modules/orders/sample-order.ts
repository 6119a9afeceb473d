import { mapCopiedTexts } from "./order-columns.ts";
import type { Order } from "./order-rows.ts";

const time = "2026-01-02T03:04:05.678Z";
const timestamps = { created_at: time, updated_at: time };
const text = "x";

const address = {
  ...{
    first_name: text,
    last_name: text,
    company: text,
    phone: text,
    email: text,
    address1: text,
    address2: text,
    city: text,
  },
  ...{ zip: text, district: text, province: text, province_code: text, country: text, country_code: "MY" },
  latitude: 1,
  longitude: 2,
};

/** An order with one row in each of its tables. Its JSON contains every key that the JSON of an order can contain. */
export const sampleOrder: Order = {
  order: {
    ...{
      id: 1,
      number: 1001,
      version: 1,
      status: "cancelled",
      financial_status: "paid",
      fulfillment_status: "returned",
    },
    ...mapCopiedTexts(() => text),
    customer_id: 1,
    customer: { id: 1, code: text, first_name: text, last_name: text, email: text, phone: text },
    ...{ currency_code: "MYR", currency_decimals: 2, exchange_rate: "1", taxes_included: true },
    ...{
      subtotal_price: "9.00",
      total_line_items_price: "10.00",
      total_discount: "1.00",
      total_shipping: "2.00",
    },
    ...{
      total_tax: "0.50",
      total_price: "11.00",
      total_paid: "12.00",
      total_refund_amount: "0.25",
      credit_used: "0.10",
    },
    point_used: 3,
    shipping_address: address,
    billing_address: address,
    shipping_fees: [
      { id: 1, name: text, price: "2.00", handling_fee: "0.00", courier_name: text, store_app_id: text },
    ],
    discounts: [{ code: text, title: text, type: "percentage", value: "10", amount: "1.00" }],
    tax_lines: [{ title: text, rate: "0.06", price: "0.50" }],
    ...{ note_attributes: [{ name: text, value: text }], tags: [text] },
    ...{
      source_name: text,
      token: text,
      cart_token: text,
      browser_ip: text,
      location_id: 1,
    },
    sales_attributions: {
      staff: [{ id: 1, name: text }],
      location: [{ location_id: 1, location_name: text }],
      app_handle: text,
    },
    ...{ inventory_behaviour: "bypass", cancel_reason: text, cancel_restock: true },
    ...{ cancelled_at: time, closed_at: time, processed_at: time, ...timestamps },
  },
  lines: [
    {
      ...{
        id: 1,
        position: 1,
        product_id: 1,
        variant_id: 1,
        product_name: text,
        variant_name: text,
        sku: text,
        barcode: text,
      },
      ...{
        image_path: "/x",
        quantity: 4,
        price: "2.50",
        total_discount: "1.00",
        total_tax: "0.50",
        taxable: true,
      },
      ...{ shipping_required: true, grams: 1, cost_price: "1.00", is_stocked: true, ...timestamps },
    },
  ],
  fulfillment_orders: [{ id: 1, location_id: 1, blocks_location_delete: true, ...timestamps }],
  fulfillment_order_lines: [{ id: 1, fulfillment_order_id: 1, line_item_id: 1, quantity: 4 }],
  transactions: [
    {
      ...{ id: 1, kind: "sale", status: "success", amount: "12.00", gateway_type: text, gateway_title: text },
      ...{
        gateway_method: text,
        points: 1,
        reference: text,
        parent_id: 1,
        processed_at: time,
        ...timestamps,
      },
    },
  ],
  fulfillments: [
    {
      ...{
        id: 1,
        fulfillment_order_id: 1,
        location_id: 1,
        status: "delivered",
        tracking_company: text,
        tracking_number: text,
      },
      ...{
        tracking_url: text,
        service: text,
        message: text,
        app_handle: text,
        consignment_note_url: text,
        ...timestamps,
      },
    },
  ],
  fulfillment_lines: [
    { id: 1, fulfillment_id: 1, fulfillment_order_line_id: 1, line_item_id: 1, quantity: 3 },
  ],
  refunds: [
    {
      id: 1,
      status: "created",
      amount: "0.25",
      note: text,
      reference_number: text,
      transaction_id: 1,
      ...timestamps,
    },
  ],
  refund_lines: [
    {
      id: 1,
      refund_id: 1,
      line_item_id: 1,
      fulfillment_order_line_id: null,
      location_id: 1,
      quantity: 1,
      is_reverted: false,
    },
  ],
  returns: [{ id: 1, status: "completed", note: text, refund_id: 1, ...timestamps }],
  return_lines: [
    { id: 1, order_return_id: 1, line_item_id: 1, quantity: 1, reason: text, restock: true, location_id: 1 },
  ],
};
