import { type TSchema, Type } from "typebox";
import { emailOrNone, id, longText, moneyIn, nullable, shortText, textLimits } from "./common.ts";
import { discountTypes } from "./order.ts";
import { orderAddressInput } from "./order-address.ts";
import { inventoryBehaviours } from "./order-states.ts";
import { mostTags } from "./product-input.ts";
import { transactionInput } from "./transaction-input.ts";

/** An order has at most so many line items. */
export const mostOrderLines = 250;

/** Most units on one line of an order. */
export const mostOrderUnits = 1_000_000;

const text = Type.Optional(shortText);

const lineItemInput = Type.Object({
  variant_id: Type.Optional(
    Type.Integer({
      ...id,
      description: "What is sold; without it the line is a custom one, with name and price.",
    }),
  ),
  quantity: Type.Integer({ minimum: 1, maximum: mostOrderUnits }),
  price: Type.Optional(
    Type.Union(moneyIn.anyOf, {
      description:
        "Of one unit, in the order's currency; without it the variant's, converted by the currency's rate and rounding.",
    }),
  ),
  total_discount: Type.Optional(
    Type.Union(moneyIn.anyOf, { description: "Off the whole line; at most what it comes to." }),
  ),
  name: Type.Optional(
    Type.String({ maxLength: 255, description: "Of a custom line, or in place of the product's title." }),
  ),
  sku: text,
  taxable: Type.Optional(Type.Boolean()),
  shipping_required: Type.Optional(Type.Boolean()),
  grams: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
});

const shippingFeeInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  price: moneyIn,
  handling_fee: Type.Optional(moneyIn),
  courier_name: text,
  store_app_id: Type.Optional(
    nullable(
      Type.String({
        maxLength: 255,
        pattern: "^[a-z0-9-]+-shipping-.+$",
        description: "Of an app's rate: <app_handle>-shipping-<rate_id> (ORD-3).",
      }),
    ),
  ),
});

const discountInput = Type.Object({
  code: text,
  title: text,
  type: Type.Optional(
    Type.Enum([...discountTypes], {
      description:
        "fixed_amount (usual) and percentage are taken off the lines, shipping off the shipping fees.",
    }),
  ),
  amount: Type.Optional(
    Type.Union(moneyIn.anyOf, {
      description: "What is taken off, at most all there is; for fixed_amount and shipping.",
    }),
  ),
  value: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Number({ minimum: 0, maximum: 100 })], {
      description:
        "The percentage of what earlier discounts leave of the lines, from 0 to 100 with at most four decimals; for type percentage.",
    }),
  ),
});

const taxLineInput = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 255 }),
  rate: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Number({ minimum: 0, maximum: 1 })], {
      description:
        "From 0 to 1 with at most six decimals, such as 0.06; price follows from it where it is not sent.",
    }),
  ),
  price: Type.Optional(
    Type.Union(moneyIn.anyOf, {
      description: "Where prices include their taxes, all taxes together are at most what these come to.",
    }),
  ),
});

const noteAttributes = Type.Array(
  Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }), value: longText(4096) }),
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
  "What is left out of an address stays as it was, of a new one it is empty; null: none.",
);

/** What can be changed of an order at any time. */
const details = {
  email: Type.Optional(emailOrNone),
  phone: text,
  shipping_address: address,
  billing_address: address,
  note: Type.Optional(longText(textLimits.note, "From whoever bought.")),
  remark: Type.Optional(longText(textLimits.note, "For the shop's people; customers never see it.")),
  note_attributes: Type.Optional(noteAttributes),
  tags: Type.Optional(
    Type.Array(shortText, {
      maxItems: mostTags,
      description: "All of its tags; none holds a comma. Case counts.",
    }),
  ),
  source_identifier: Type.Optional(
    Type.String({ maxLength: 255, description: "What the channel that it came from calls it." }),
  ),
  sales_attributions: Type.Optional(salesAttributionsInput),
};

/** A new order (ORD-4). */
export const orderCreate = Type.Object({
  ...details,
  customer_id: optional(nullable(id), "Who buys: a customer of the store."),
  customer: optional(
    nullable(
      Type.Object({
        id: Type.Optional(id),
        first_name: text,
        last_name: text,
        email: Type.Optional(emailOrNone),
        phone: text,
      }),
    ),
    "In place of customer_id: by id, or by e-mail or phone, whom the store knows or gets to know. E-mail and phone are the order's, " +
      "too, unless it is sent with its own; a customer who is known already stays as they are.",
  ),
  line_items: Type.Array(lineItemInput, { minItems: 1, maxItems: mostOrderLines }),
  currency_code: optional(
    Type.String({ pattern: "^[A-Z]{3}$" }),
    "One of the store's currencies; without it the store's own.",
  ),
  taxes_included: optional(Type.Boolean(), "Prices include the tax; false unless sent."),
  shipping_fees: Type.Optional(Type.Array(shippingFeeInput, { maxItems: 20 })),
  discounts: Type.Optional(Type.Array(discountInput, { maxItems: 50 })),
  tax_lines: Type.Optional(Type.Array(taxLineInput, { maxItems: 20 })),
  transactions: optional(
    Type.Array(transactionInput, { maxItems: 20 }),
    "What was paid already; a kind sale or authorization.",
  ),
  processed_at: optional(
    Type.String({ maxLength: 40 }),
    "When it was placed where it came from: ISO 8601 with an offset, or store time; now unless sent.",
  ),
  source_name: optional(
    shortText,
    "The channel; unless sent, the handle of the app that creates it, or admin.",
  ),
  cart_token: text,
  browser_ip: Type.Optional(Type.String({ maxLength: 45 })),
  location_id: optional(
    nullable(id),
    "Where it was sold: its units are taken from there. Without it the first location that has all of it: by distance where coordinates are known, else of the province, of the country, the primary one.",
  ),
  inventory_behaviour: optional(
    Type.Enum([...inventoryBehaviours]),
    "decrement_obeying_policy (usual): a variant with policy deny is never sold below 0. decrement_ignoring_policy: the sale was " +
      "made elsewhere and must not be lost. bypass: stock stays as it is.",
  ),
});

/** What PUT on an order changes; what is not sent stays as it is. */
export const orderUpdate = Type.Object({
  ...details,
  customer_id: optional(nullable(id), "Whose order it is: a customer of the store, or nobody's."),
});

/** How an order is cancelled (ORD-5). */
export const orderCancel = Type.Object({
  reason: Type.Optional(longText(4096)),
  restock: optional(Type.Boolean(), "Whether its units go back into stock; true unless sent."),
});
