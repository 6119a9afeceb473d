import { Type } from "typebox";
import { orderStates } from "../states/order-states.ts";
import { id, moneyAmount, nullable, timestamp } from "./common.ts";
import { getResponseSchemas } from "./field-table.ts";
import { fulfillment, fulfillmentOrder } from "./fulfillment.ts";
import { orderAddress } from "./order-address.ts";
import { orderFields } from "./order-fields.ts";
import { orderReturn } from "./order-return.ts";
import { financialStatuses, fulfillmentStatuses, inventoryBehaviours } from "./order-states.ts";
import { refund } from "./refund.ts";
import { transaction } from "./transaction.ts";

const text = Type.String();

export const discountTypes = ["fixed_amount", "percentage", "shipping"] as const;

/** Line item as sold: names and prices are copies (ORD-7). */
const lineItem = Type.Object({
  id,
  product_id: nullable(Type.Integer({ description: "Id of the product; null for a custom item." })),
  variant_id: nullable(
    Type.Integer({
      description: "Id of the variant, which may since have been deleted; null for a custom item.",
    }),
  ),
  product_name: Type.String({ description: "Title of the product when it was sold." }),
  variant_name: nullable(
    Type.String({ description: "Option values of the variant when it was sold; null for none." }),
  ),
  sku: Type.String({ description: "SKU of the variant when it was sold." }),
  barcode: Type.String({ description: "Barcode of the variant when it was sold." }),
  image: nullable(Type.String({ description: "URL of the image; null for none." })),
  quantity: Type.Integer({ description: "Units sold." }),
  price: Type.String({ description: "Unit price, before discounts." }),
  total_discount: Type.String({
    description: "Total discount on the line: its own discount plus its share of the order's discounts.",
  }),
  subtotal: Type.String({ description: "`price` times `quantity`, minus `total_discount`." }),
  total_tax: moneyAmount,
  taxable: Type.Boolean({ description: "Whether tax is charged." }),
  shipping_required: Type.Boolean({ description: "Whether the item is shipped." }),
  grams: Type.Integer({ description: "Weight of one unit in grams." }),
  cost_price: nullable(moneyAmount),
  fulfilled_quantity: Type.Integer({ description: "Units fulfilled." }),
  unfulfilled_quantity: Type.Integer({ description: "Units still to be fulfilled." }),
  refunded_quantity: Type.Integer({ description: "Units restocked by refunds." }),
  returned_quantity: Type.Integer({ description: "Units of completed returns." }),
  location_id: nullable(
    Type.Integer({ description: "Id of the location that ships the line; null for several locations." }),
  ),
});

/** Shipping fee of an order. If it is an app's shipping rate, `store_app_id` identifies the rate (ORD-3). */
const shippingFee = Type.Object({
  id,
  name: Type.String({ description: "Name of the shipping fee." }),
  price: moneyAmount,
  handling_fee: moneyAmount,
  courier_name: Type.String({ description: "Name of the courier." }),
  store_app_id: nullable(
    Type.String({
      description:
        "`<app_handle>-shipping-<rate_id>` for an app's shipping rate; null for any other shipping fee.",
    }),
  ),
});

const orderDiscount = Type.Object({
  code: Type.String({ description: "Discount code; empty for a discount without a code." }),
  title: Type.String({ description: "Title shown to people; can be empty." }),
  type: Type.Enum([...discountTypes], { description: "Type of the discount." }),
  value: nullable(Type.String({ description: "Percentage of a discount of type percentage." })),
  amount: Type.String({ description: "Amount of the discount." }),
});

const taxLine = Type.Object({
  title: Type.String({ description: "Title shown to people; can be empty." }),
  rate: nullable(Type.String({ description: "Tax rate, for example 0.06; null when unknown." })),
  price: moneyAmount,
});

const salesAttributions = Type.Object({
  staff: Type.Array(
    Type.Object({
      id: nullable(Type.Integer()),
      name: Type.String({ description: "Name of the staff member." }),
    }),
  ),
  location: Type.Array(
    Type.Object({
      location_id: { ...id, description: "Id of the location." },
      location_name: Type.String({ description: "Name of the location." }),
    }),
  ),
  app_handle: nullable(
    Type.String({ description: "Handle of the app that created the order; null for none." }),
  ),
});

const orderCustomer = Type.Object({
  id,
  code: Type.String({ description: "Your own customer reference; can be empty." }),
  first_name: Type.String({ description: "First name." }),
  last_name: Type.String({ description: "Last name." }),
  email: Type.String({ description: "Email address of the buyer; can be empty." }),
  phone: Type.String({ description: "Phone number of the buyer; can be empty." }),
});

const amounts = {
  currency_code: Type.String({ description: "ISO 4217 currency code." }),
  currency: Type.String({ description: "Same as `currency_code`." }),
  exchange_rate: Type.String({
    description:
      "Units of the order's currency per unit of the store's default currency, at the time the order was placed.",
  }),
  taxes_included: Type.Boolean({ description: "Whether prices include tax." }),
  total_line_items_price: Type.String({ description: "Total of all line items, before discounts." }),
  subtotal_price: Type.String({ description: "Total of all line items, after discounts." }),
  total_discount: moneyAmount,
  total_shipping: Type.String({
    description: "Shipping and handling fees, after discounts of type shipping.",
  }),
  total_tax: moneyAmount,
  total_price: moneyAmount,
  total_paid: Type.String({ description: "Total paid, including store credit and points." }),
  total_refund_amount: moneyAmount,
  amount_due: Type.String({ description: "Amount still to be paid; 0 for a canceled order." }),
  overpaid_amount: Type.String({
    description: "Amount that was paid in excess of `total_price` and not refunded.",
  }),
  credit_used: Type.String({
    description: "Store credit used for payment and not refunded.",
  }),
  point_used: Type.Integer({ description: "Loyalty points used for payment and not refunded." }),
};

/** Order with its line items, payments, fulfillments, refunds and returns (ORD-2, ORD-7). */
export const order = Type.Object({
  id,
  number: Type.Integer({ description: "Order number, without a prefix." }),
  order_number: Type.String({ description: "Order number shown to people, for example #1001." }),
  status: Type.Enum(Object.keys(orderStates.states), { description: "Order status." }),
  financial_status: Type.Enum([...financialStatuses], {
    description: "Payment status, computed from transactions and refunds.",
  }),
  fulfillment_status: Type.Enum([...fulfillmentStatuses], {
    description: "Fulfillment status, computed from fulfillments, refunds and returns.",
  }),
  email: Type.String({ description: "Email address of the buyer; can be empty." }),
  phone: Type.String({ description: "Phone number of the buyer; can be empty." }),
  customer_id: nullable(
    Type.Integer({ description: "Id of the customer; null for an order without a customer." }),
  ),
  customer: nullable(orderCustomer),
  ...amounts,
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
  ...getResponseSchemas(orderFields),
  note_attributes: Type.Array(
    Type.Object({
      name: Type.String({ description: "Name of the attribute." }),
      value: Type.String({ description: "Value of the attribute." }),
    }),
  ),
  tags: Type.Array(text, { description: "Tags of the order." }),
  source_name: Type.String({ description: "Sales channel." }),
  source_identifier: Type.String({ description: "Identifier of the order in its sales channel." }),
  token: Type.String({ description: "Token that identifies the order in URLs sent to the buyer." }),
  cart_token: Type.String({ description: "Token of the cart that became the order; can be empty." }),
  browser_ip: Type.String({ description: "IP address of the buyer; can be empty." }),
  location_id: nullable(
    Type.Integer({
      description: "Id of the location of the sale; null if the order was not sold at a location.",
    }),
  ),
  sales_attributions: salesAttributions,
  inventory_behaviour: Type.Enum([...inventoryBehaviours], {
    description: "How stock was updated when the order was created.",
  }),
  cancel_reason: Type.String({ description: "Reason of the cancellation; empty for none." }),
  cancelled_at: nullable(timestamp),
  closed_at: nullable(timestamp),
  processed_at: Type.String({
    format: "date-time",
    description: "Time at which the order was placed in its channel.",
  }),
  created_at: timestamp,
  updated_at: timestamp,
});
