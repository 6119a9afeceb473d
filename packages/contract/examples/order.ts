import type { Example } from "../operation.ts";
import { getExampleValues } from "../schemas/field-table.ts";
import { orderFields } from "../schemas/order-fields.ts";
import { buildListResponse } from "./list.ts";

const placed_at = "2026-11-18T09:15:04.120+08:00";
const changed_at = "2026-11-20T16:46:38.000+08:00";
const timestamps = { created_at: placed_at, updated_at: placed_at };

const address = {
  first_name: "Mei",
  last_name: "Lim",
  company: "",
  phone: "+60123456789",
  email: "",
  address1: "12 Jalan Tun Razak",
  address2: "",
  city: "Kuala Lumpur",
  zip: "50400",
  district: "",
  province: "Kuala Lumpur",
  province_code: "14",
  country: "Malaysia",
  country_code: "MY",
  latitude: null,
  longitude: null,
};

const addressInput = {
  first_name: "Mei",
  last_name: "Lim",
  phone: "+60123456789",
  address1: "12 Jalan Tun Razak",
  city: "Kuala Lumpur",
  zip: "50400",
  province: "Kuala Lumpur",
  province_code: "14",
  country: "Malaysia",
  country_code: "MY",
};

const line = {
  id: 1,
  product_id: 2,
  variant_id: 2,
  product_name: "Rattan tray",
  variant_name: null,
  sku: "TRAY",
  barcode: "",
  image: null,
  quantity: 2,
  price: "45.00",
  total_discount: "9.00",
  subtotal: "81.00",
  total_tax: "4.86",
  taxable: true,
  shipping_required: true,
  grams: 0,
  cost_price: null,
  fulfilled_quantity: 0,
  unfulfilled_quantity: 2,
  refunded_quantity: 0,
  returned_quantity: 0,
  location_id: 1,
};

const shippingFee = {
  id: 1,
  name: "Next day",
  price: "8.00",
  handling_fee: "0.00",
  courier_name: "Lebuh Express",
  store_app_id: null,
};

const gateway = { type: "manual", title: "Bank transfer", method: "" };

const transaction = {
  id: 1,
  order_id: 1,
  kind: "sale",
  status: "success",
  amount: "50.00",
  currency_code: "MYR",
  gateway,
  points: null,
  reference: "TT-20418",
  parent_id: null,
  processed_at: timestamps.created_at,
  ...timestamps,
};

const fulfillmentOrder = {
  id: 1,
  fulfillment_order_id: 1,
  order_id: 1,
  location_id: 1,
  status: "open",
  line_items: [
    { id: 1, fulfillment_order_item_id: 1, name: "Rattan tray", quantity: 2, unfulfilled_quantity: 2 },
  ],
  ...timestamps,
};

const amounts = {
  currency_code: "MYR",
  currency: "MYR",
  exchange_rate: "1",
  taxes_included: false,
  total_line_items_price: "90.00",
  subtotal_price: "81.00",
  total_discount: "9.00",
  total_shipping: "8.00",
  total_tax: "4.86",
  total_price: "93.86",
  total_paid: "50.00",
  total_refund_amount: "0.00",
  amount_due: "43.86",
  overpaid_amount: "0.00",
  credit_used: "0.00",
  point_used: 0,
};

const order = {
  id: 1,
  number: 1001,
  order_number: "#1001",
  status: "open",
  financial_status: "partially_paid",
  fulfillment_status: "unfulfilled",
  email: "mei@kedai.test",
  phone: "",
  customer_id: null,
  customer: null,
  ...amounts,
  line_items: [line],
  shipping_address: address,
  billing_address: null,
  shipping_fees: [shippingFee],
  discounts: [{ code: "TEN", title: "TEN", type: "percentage", value: "10", amount: "9.00" }],
  tax_lines: [{ title: "SST", rate: "0.06", price: "4.86" }],
  transactions: [transaction],
  fulfillments: [],
  fulfillment_orders: [fulfillmentOrder],
  refunds: [],
  returns: [],
  ...getExampleValues(orderFields),
  note_attributes: [{ name: "gift", value: "yes" }],
  tags: ["marketplace"],
  source_name: "lazada",
  source_identifier: "LZ-88172",
  token: "VQ2m0rT0v4S1cWn3m8d5kA",
  cart_token: "",
  browser_ip: "",
  location_id: null,
  sales_attributions: { staff: [], location: [], app_handle: "docs-app" },
  inventory_behaviour: "decrement_ignoring_policy",
  cancel_reason: "",
  cancelled_at: null,
  closed_at: null,
  processed_at: "2026-11-18T08:58:00.000+08:00",
  ...timestamps,
};

const byId = { params: { id: 1 } };

const updatedOrder = { ...order, remark: "Pack as a gift.", updated_at: changed_at };

const cancelledOrder = {
  ...updatedOrder,
  status: "cancelled",
  line_items: [{ ...line, unfulfilled_quantity: 0 }],
  fulfillment_orders: [
    {
      ...fulfillmentOrder,
      status: "cancelled",
      line_items: [
        { id: 1, fulfillment_order_item_id: 1, name: "Rattan tray", quantity: 2, unfulfilled_quantity: 0 },
      ],
    },
  ],
  amount_due: "0.00",
  cancel_reason: "Ordered twice.",
  cancelled_at: changed_at,
};

/** The example order after the amount due has been paid. */
export const paidOrder = {
  ...order,
  financial_status: "paid",
  total_paid: "93.86",
  amount_due: "0.00",
  transactions: [
    transaction,
    {
      ...transaction,
      id: 2,
      amount: "43.86",
      reference: "TT-20466",
      processed_at: changed_at,
      created_at: changed_at,
      updated_at: changed_at,
    },
  ],
  updated_at: changed_at,
};

export const orderExamples = {
  create: {
    body: {
      order: {
        email: "mei@kedai.test",
        line_items: [{ variant_id: 2, quantity: 2, price: "45.00" }],
        discounts: [{ code: "TEN", type: "percentage", value: "10" }],
        tax_lines: [{ title: "SST", rate: "0.06" }],
        shipping_fees: [
          {
            name: "Next day",
            price: "8.00",
            courier_name: "Lebuh Express",
          },
        ],
        shipping_address: addressInput,
        transactions: [
          { kind: "sale", amount: "50.00", gateway: { title: "Bank transfer" }, reference: "TT-20418" },
        ],
        note: "Please ring twice.",
        note_attributes: [{ name: "gift", value: "yes" }],
        tags: ["marketplace"],
        source_name: "lazada",
        source_identifier: "LZ-88172",
        processed_at: "2026-11-18T08:58:00+08:00",
        inventory_behaviour: "decrement_ignoring_policy",
      },
    },
    response: { order },
  },
  list: {
    query: { financial_status: "partially_paid", status: "open", sort: "id.asc" },
    response: buildListResponse("orders", order),
  },
  count: { query: { fulfillment_status: "unfulfilled" }, response: { count: 1 } },
  get: { ...byId, response: { order } },
  update: { ...byId, body: { order: { remark: "Pack as a gift." } }, response: { order: updatedOrder } },
  close: { ...byId, response: { order: { ...updatedOrder, status: "closed", closed_at: changed_at } } },
  open: { ...byId, response: { order: updatedOrder } },
  cancel: { ...byId, body: { reason: "Ordered twice." }, response: { order: cancelledOrder } },
  delete: { ...byId, response: {} },
} as const satisfies Record<string, Example>;
