import { Type } from "typebox";
import { orderStates } from "../states/order-states.ts";
import { dateOut, id, moneyOut, nullable } from "./common.ts";
import { fulfillment, fulfillmentOrder } from "./fulfillment.ts";
import { orderAddress } from "./order-address.ts";
import { orderReturn } from "./order-return.ts";
import { financialStatuses, fulfillmentStatuses, inventoryBehaviours } from "./order-states.ts";
import { refund } from "./refund.ts";
import { transaction } from "./transaction.ts";

const text = Type.String();

export const discountTypes = ["fixed_amount", "percentage", "shipping"] as const;

/** What was sold, as it was then (ORD-7). */
const lineItem = Type.Object({
  id,
  product_id: nullable(Type.Integer({ description: "Null: a custom line." })),
  variant_id: nullable(
    Type.Integer({ description: "Null: a custom line. The variant may have been deleted since." }),
  ),
  product_name: text,
  variant_name: nullable(text),
  sku: text,
  barcode: text,
  image: nullable(text),
  quantity: Type.Integer(),
  price: Type.String({ description: "Of one unit, before discounts." }),
  total_discount: Type.String({ description: "Off the whole line: its own and its part of the order's." }),
  subtotal: Type.String({ description: "price times quantity, less total_discount." }),
  total_tax: moneyOut,
  taxable: Type.Boolean(),
  shipping_required: Type.Boolean(),
  grams: Type.Integer({ description: "Of one unit." }),
  cost_price: nullable(moneyOut),
  fulfilled_quantity: Type.Integer(),
  unfulfilled_quantity: Type.Integer({ description: "Units that are still to be sent." }),
  refunded_quantity: Type.Integer({ description: "Units that refunds put back." }),
  returned_quantity: Type.Integer({ description: "Units of completed returns." }),
  location_id: nullable(Type.Integer({ description: "The location that ships it; null: several do." })),
});

/** A shipping fee; one from an app's rate names it as `<app_handle>-shipping-<rate_id>` (ORD-3). */
const shippingFee = Type.Object({
  id,
  name: text,
  price: moneyOut,
  handling_fee: moneyOut,
  courier_name: text,
  store_app_id: nullable(text),
});

const orderDiscount = Type.Object({
  code: text,
  title: text,
  type: Type.Enum([...discountTypes]),
  value: nullable(Type.String({ description: "The percentage of a discount of type percentage." })),
  amount: Type.String({ description: "What it took off." }),
});

const taxLine = Type.Object({
  title: text,
  rate: nullable(Type.String({ description: "For example 0.06; null: unknown." })),
  price: moneyOut,
});

const salesAttributions = Type.Object({
  staff: Type.Array(Type.Object({ id: nullable(Type.Integer()), name: text })),
  location: Type.Array(Type.Object({ location_id: id, location_name: text })),
  app_handle: nullable(Type.String({ description: "The app that made the order; null: nobody's." })),
});

const orderCustomer = Type.Object({
  id,
  code: text,
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
});

const money = {
  currency_code: text,
  currency: Type.String({ description: "The same as currency_code." }),
  exchange_rate: Type.String({
    description: "Units of its currency for one of the store's own, as it was when the order was placed.",
  }),
  taxes_included: Type.Boolean({ description: "Prices include the tax." }),
  total_line_items_price: Type.String({ description: "Of all lines, before discounts." }),
  subtotal_price: Type.String({ description: "Of all lines, after discounts." }),
  total_discount: moneyOut,
  total_shipping: Type.String({ description: "Fees and handling, after discounts of type shipping." }),
  total_tax: moneyOut,
  total_price: moneyOut,
  total_paid: Type.String({ description: "Everything that was paid, store credit and points included." }),
  total_refund_amount: moneyOut,
  amount_due: Type.String({ description: "What is still to be paid; 0 when it is cancelled." }),
  overpaid_amount: Type.String({ description: "What was paid beyond total_price and not refunded." }),
  credit_used: Type.String({
    description: "Of total_paid, the customer's store credit that was not given back.",
  }),
  point_used: Type.Integer({ description: "The customer's loyalty points that were not given back." }),
};

/** An order with all that belongs to it (ORD-2, ORD-7). */
export const order = Type.Object({
  id,
  number: Type.Integer(),
  order_number: Type.String({ description: "The number as people read it, such as #1001." }),
  status: Type.Enum(Object.keys(orderStates.states)),
  financial_status: Type.Enum([...financialStatuses]),
  fulfillment_status: Type.Enum([...fulfillmentStatuses]),
  email: text,
  phone: text,
  customer_id: nullable(Type.Integer()),
  customer: nullable(orderCustomer),
  ...money,
  line_items: Type.Array(lineItem),
  shipping_address: nullable(orderAddress),
  billing_address: nullable(orderAddress),
  shipping_fees: Type.Array(shippingFee),
  discounts: Type.Array(orderDiscount),
  tax_lines: Type.Array(taxLine),
  transactions: Type.Array(transaction),
  fulfillments: Type.Array(fulfillment),
  fulfillment_orders: Type.Array(fulfillmentOrder),
  refunds: Type.Array(refund),
  returns: Type.Array(orderReturn),
  note: Type.String({ description: "From whoever bought." }),
  remark: Type.String({ description: "For the shop's people; customers never see it." }),
  note_attributes: Type.Array(Type.Object({ name: text, value: text })),
  tags: Type.Array(text),
  source_name: text,
  source_identifier: text,
  token: Type.String({ description: "Names the order in addresses that its buyer is sent." }),
  cart_token: text,
  browser_ip: text,
  location_id: nullable(Type.Integer({ description: "Where it was sold; null: nowhere in particular." })),
  sales_attributions: salesAttributions,
  inventory_behaviour: Type.Enum([...inventoryBehaviours]),
  cancel_reason: text,
  cancelled_at: nullable(dateOut),
  closed_at: nullable(dateOut),
  processed_at: Type.String({ format: "date-time", description: "When it was placed where it came from." }),
  created_at: dateOut,
  updated_at: dateOut,
});
