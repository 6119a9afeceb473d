import { Type } from "typebox";
import { id, moneyAmount, nullable, timestamp } from "./common.ts";
import { getResponseSchemas } from "./field-table.ts";
import { productFields } from "./product-fields.ts";
import { variantFields } from "./variant-fields.ts";

const text = Type.String();

/** Image of a product; at most nine per product (PRD-3). */
export const image = Type.Object({
  id,
  product_id: { ...id, description: "Id of the product." },
  url: Type.String({ description: "URL of the image; it never changes." }),
  title: Type.String({ description: "Title of the image." }),
  position: Type.Integer({ description: "Position in the product, starting at 1." }),
  width: Type.Integer({ description: "Width in pixels." }),
  height: Type.Integer({ description: "Height in pixels." }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Variant of a product, with its own price, SKU and stock (PRD-4). */
export const variant = Type.Object({
  id,
  product_id: { ...id, description: "Id of the product." },
  image_id: Type.Integer({
    description: "Id of the variant's image among the product's images; 0 for none.",
  }),
  name: nullable(
    Type.String({ description: "Option values joined by a separator; null if the variant has no options." }),
  ),
  options: Type.Array(
    Type.Object({
      variant_type_id: { ...id, description: "Id of the option type." },
      variant_option_id: { ...id, description: "Id of the option value." },
      name: Type.String({ description: "Name of the option type, for example Size." }),
      value: Type.String({ description: "Option value, for example M." }),
    }),
  ),
  ...getResponseSchemas(variantFields),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Product with its variants, option types and values, images and collections. */
export const product = Type.Object({
  id,
  title: Type.String({ description: "Title of the product." }),
  name: Type.String({ description: "Same as `title`." }),
  handle: Type.String({ description: "Part of the product's URL, unique in the store." }),
  ...getResponseSchemas(productFields),
  min_price: { ...moneyAmount, description: "Lowest price of the variants." },
  max_price: { ...moneyAmount, description: "Highest price of the variants." },
  total_quantity: Type.Integer({ description: "Total stock over all variants and locations." }),
  image_url: nullable(
    Type.String({
      description: "URL of the main image, which is at position 1; null if there are no images.",
    }),
  ),
  variants: Type.Array(variant),
  variant_types: Type.Array(
    Type.Object({
      id,
      name: Type.String({ description: "Name of the option type, for example Size." }),
      position: Type.Integer({ description: "Position, starting at 1." }),
    }),
  ),
  variant_options: Type.Array(
    Type.Object({
      id,
      variant_type_id: { ...id, description: "Id of the option type." },
      name: Type.String({ description: "Option value, for example M." }),
      position: Type.Integer({ description: "Position, starting at 1." }),
    }),
  ),
  images: Type.Array(image),
  collections: Type.Array(Type.Object({ id, title: text, handle: text })),
  created_at: timestamp,
  updated_at: timestamp,
});
