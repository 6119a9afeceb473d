import { Type } from "typebox";
import { dateOut, id, moneyOut, nullable } from "./common.ts";

const text = Type.String();

/** An image of a product; at most nine (PRD-3). */
export const image = Type.Object({
  id,
  product_id: id,
  url: text,
  title: text,
  position: Type.Integer(),
  width: Type.Integer({ description: "Pixels." }),
  height: Type.Integer({ description: "Pixels." }),
  created_at: dateOut,
  updated_at: dateOut,
});

/** One sellable form of a product, with its own price, SKU and stock (PRD-4). */
export const variant = Type.Object({
  id,
  product_id: id,
  image_id: Type.Integer({ description: "The product's image it shows; 0 is none." }),
  name: nullable(Type.String({ description: "Its option values joined; null when it has none." })),
  options: Type.Array(Type.Object({ variant_type_id: id, variant_option_id: id, name: text, value: text })),
  sku: text,
  barcode: text,
  price: moneyOut,
  compare_at_price: nullable(moneyOut),
  cost_price: nullable(moneyOut),
  inventory_quantity: Type.Integer({ description: "The sum over its inventory levels (INV-2)." }),
  inventory_policy: Type.Enum(["deny", "continue"]),
  taxable: Type.Boolean(),
  shipping_required: Type.Boolean(),
  weight: Type.Number(),
  weight_unit: Type.Enum(["g", "kg", "oz", "lb"]),
  grams: Type.Integer(),
  width: Type.Number(),
  height: Type.Number(),
  length: Type.Number(),
  position: Type.Integer(),
  is_enabled: Type.Boolean(),
  created_at: dateOut,
  updated_at: dateOut,
});

/** A product with its variants, option types and values, images and collections. */
export const product = Type.Object({
  id,
  title: text,
  name: Type.String({ description: "The same as title." }),
  handle: text,
  description: text,
  body_html: text,
  note: text,
  vendor: text,
  brand: text,
  product_type: text,
  tags: Type.Array(text),
  taxable: Type.Boolean(),
  shipping_required: Type.Boolean(),
  inventory_management: nullable(Type.Literal("souk")),
  is_published: Type.Boolean(),
  published_at: nullable(dateOut),
  visibility: Type.Enum(["published", "unpublished"]),
  meta_title: text,
  meta_description: text,
  keywords: text,
  min_price: moneyOut,
  max_price: moneyOut,
  total_quantity: Type.Integer({ description: "Stock over all variants and locations." }),
  image_url: nullable(text),
  variants: Type.Array(variant),
  variant_types: Type.Array(Type.Object({ id, name: text, position: Type.Integer() })),
  variant_options: Type.Array(Type.Object({ id, variant_type_id: id, name: text, position: Type.Integer() })),
  images: Type.Array(image),
  collections: Type.Array(Type.Object({ id, title: text, handle: text })),
  created_at: dateOut,
  updated_at: dateOut,
});
