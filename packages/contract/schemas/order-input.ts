import { type TSchema, Type } from "typebox";
import { createLongText, id, moneyInput, nullable, optionalEmail, shortText } from "./common.ts";
import { getInputSchemas } from "./field-table.ts";
import { discountTypes } from "./order.ts";
import { orderAddressInput } from "./order-address.ts";
import { orderFields } from "./order-fields.ts";
import { inventoryBehaviours } from "./order-states.ts";
import { maxTags } from "./product-fields.ts";
import { transactionInput } from "./transaction-input.ts";

/** Maximum line items of an order. */
export const maxOrderLines = 250;

/** Maximum quantity of an order's line item. */
export const maxLineQuantity = 1_000_000;

const optionalText = Type.Optional(shortText);

const lineItemInput = Type.Object({
  variant_id: Type.Optional(
    Type.Integer({
      ...id,
      description: "Variant to sell. Omit it for a custom item with its own name and price.",
    }),
  ),
  quantity: Type.Integer({ minimum: 1, maximum: maxLineQuantity }),
  price: Type.Optional(
    Type.Union(moneyInput.anyOf, {
      description:
        "Unit price in the order's currency. Defaults to the variant's price, converted with the currency's rate and " +
        "rounding. Required for a custom item.",
    }),
  ),
  total_discount: Type.Optional(
    Type.Union(moneyInput.anyOf, { description: "Discount on the whole line, at most its total." }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "Name of a custom item, or a replacement for the product's title.",
    }),
  ),
  sku: optionalText,
  taxable: Type.Optional(Type.Boolean({ description: "Whether tax is charged." })),
  shipping_required: Type.Optional(Type.Boolean({ description: "Whether the item is shipped." })),
  grams: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
});

const shippingFeeInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  price: moneyInput,
  handling_fee: Type.Optional(moneyInput),
  courier_name: Type.Optional({ ...shortText, description: "Name of the courier." }),
  store_app_id: Type.Optional(
    nullable(
      Type.String({
        maxLength: 255,
        pattern: "^[a-z0-9-]+-shipping-.+$",
        description:
          "For an app's shipping rate: `<app_handle>-shipping-<rate_id>`. An app can name only its own shipping rates.",
      }),
    ),
  ),
});

const discountInput = Type.Object({
  code: optionalText,
  title: optionalText,
  type: Type.Optional(
    Type.Enum([...discountTypes], {
      description:
        "fixed_amount (default) and percentage reduce the line items; shipping reduces the shipping fees.",
    }),
  ),
  amount: Type.Optional(
    Type.Union(moneyInput.anyOf, {
      description:
        "Amount of the discount, at most the total it reduces. Used with fixed_amount and shipping.",
    }),
  ),
  value: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Number({ minimum: 0, maximum: 100 })], {
      description:
        "Percentage of the line item total after earlier discounts, from 0 to 100 with at most four decimal places. " +
        "Used with percentage.",
    }),
  ),
});

const taxLineInput = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 255 }),
  rate: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Number({ minimum: 0, maximum: 1 })], {
      description:
        "Tax rate from 0 to 1 with at most six decimal places, for example 0.06. Used to compute `price` if `price` " +
        "is omitted.",
    }),
  ),
  price: Type.Optional(
    Type.Union(moneyInput.anyOf, {
      description:
        "Tax amount. If prices include tax, the sum of all taxes cannot exceed the total of these prices.",
    }),
  ),
});

const noteAttributes = Type.Array(
  Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }), value: createLongText(4096) }),
  { maxItems: 100 },
);

const salesAttributionsInput = Type.Object({
  staff: Type.Optional(
    Type.Array(
      Type.Object({ id: Type.Optional(nullable(id)), name: Type.String({ minLength: 1, maxLength: 255 }) }),
      { maxItems: 20 },
    ),
  ),
  location: Type.Optional(Type.Array(Type.Object({ location_id: id }), { maxItems: 20 })),
});

const optional = <S extends TSchema>(schema: S, description: string) =>
  Type.Optional({ ...schema, description });

const address = optional(
  nullable(orderAddressInput),
  "Omitted address fields are left unchanged; in a new address they are empty. Null removes the address.",
);

/** Fields that can be updated in every state of an order. */
const optionalFields = {
  email: Type.Optional(optionalEmail),
  phone: Type.Optional({ ...shortText, description: "Phone number of the buyer." }),
  shipping_address: address,
  billing_address: address,
  ...getInputSchemas(orderFields),
  note_attributes: Type.Optional(noteAttributes),
  tags: Type.Optional(
    Type.Array(shortText, {
      maxItems: maxTags,
      description: "All tags of the order. A tag cannot contain a comma. Case-sensitive.",
    }),
  ),
  source_identifier: Type.Optional(
    Type.String({ maxLength: 255, description: "Identifier of the order in its source channel." }),
  ),
  sales_attributions: Type.Optional(salesAttributionsInput),
};

/** Fields of a new order (ORD-4). */
export const orderCreate = Type.Object({
  ...optionalFields,
  customer_id: optional(nullable(id), "Id of the customer."),
  customer: optional(
    nullable(
      Type.Object({
        id: Type.Optional(id),
        first_name: Type.Optional({ ...shortText, description: "First name." }),
        last_name: Type.Optional({ ...shortText, description: "Last name." }),
        email: Type.Optional(optionalEmail),
        phone: Type.Optional({ ...shortText, description: "Phone number of the buyer." }),
      }),
    ),
    "Customer, identified by id, email or phone. Use it instead of `customer_id`. If no customer has the email or " +
      "phone, a customer is created; an existing customer is not changed. Email and phone are also used for the order, " +
      "unless the order has its own.",
  ),
  line_items: Type.Array(lineItemInput, { minItems: 1, maxItems: maxOrderLines }),
  currency_code: optional(
    Type.String({ pattern: "^[A-Z]{3}$" }),
    "One of the store's currencies. Defaults to the store's default currency.",
  ),
  taxes_included: optional(Type.Boolean(), "Whether prices include tax. Defaults to `false`."),
  shipping_fees: Type.Optional(Type.Array(shippingFeeInput, { maxItems: 20 })),
  discounts: Type.Optional(Type.Array(discountInput, { maxItems: 50 })),
  tax_lines: Type.Optional(Type.Array(taxLineInput, { maxItems: 20 })),
  transactions: optional(
    Type.Array(transactionInput, { maxItems: 20 }),
    "Payments already made, of kind `sale` or `authorization`.",
  ),
  processed_at: optional(
    Type.String({ maxLength: 40 }),
    "Time at which the order was placed in its channel, in ISO 8601 with a UTC offset, or in store time. Defaults to " +
      "the current time.",
  ),
  source_name: optional(
    shortText,
    "Sales channel. Defaults to the handle of the app that creates the order, or admin.",
  ),
  cart_token: Type.Optional({
    ...shortText,
    description: "Token of the cart that became the order; can be empty.",
  }),
  browser_ip: Type.Optional(Type.String({ maxLength: 45 })),
  location_id: optional(
    nullable(id),
    "Location of the sale. All units are taken from this location. If omitted, the units are taken from the location that is " +
      "nearest to the shipping address and has all of them. If coordinates are unknown, a location in the same province comes " +
      "first, then one in the same country, then the primary location.",
  ),
  inventory_behaviour: optional(
    Type.Enum([...inventoryBehaviours]),
    "How stock is updated. decrement_obeying_policy (default): the stock of a variant with inventory_policy `deny` " +
      "cannot go below 0. decrement_ignoring_policy: the sale has already been made elsewhere and is always accepted. " +
      "bypass: stock is not changed.",
  ),
});

/** Fields that can be updated. Omitted fields are left unchanged. */
export const orderUpdate = Type.Object({
  ...optionalFields,
  customer_id: optional(nullable(id), "Id of the customer; null for an order without a customer."),
});

/** Options of an order cancellation (ORD-5). */
export const orderCancel = Type.Object({
  reason: Type.Optional(createLongText(4096)),
  restock: optional(Type.Boolean(), "Whether units return to stock. Defaults to `true`."),
});
