import { getExampleValues } from "../schemas/field-table.ts";
import { productFields } from "../schemas/product-fields.ts";
import { variantFields } from "../schemas/variant-fields.ts";

// The records in this file are used by the examples of products, variants and options.
const timestamps = {
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

export const smallVariant = {
  id: 2,
  product_id: 2,
  image_id: 0,
  name: "S",
  options: [{ variant_type_id: 1, variant_option_id: 1, name: "Size", value: "S" }],
  ...getExampleValues(variantFields),
  ...timestamps,
};

export const mediumVariant = {
  ...smallVariant,
  id: 3,
  name: "M",
  options: [{ variant_type_id: 1, variant_option_id: 2, name: "Size", value: "M" }],
  sku: "TRAY-M",
  price: "64.90",
  cost_price: "27.50",
  inventory_quantity: 5,
  position: 2,
};

export const product = {
  id: 2,
  title: "Rattan tray",
  name: "Rattan tray",
  handle: "rattan-tray",
  ...getExampleValues(productFields),
  min_price: "49.90",
  max_price: "64.90",
  total_quantity: 17,
  image_url: null,
  variants: [smallVariant, mediumVariant],
  variant_types: [{ id: 1, name: "Size", position: 1 }],
  variant_options: [
    { id: 1, variant_type_id: 1, name: "S", position: 1 },
    { id: 2, variant_type_id: 1, name: "M", position: 2 },
  ],
  images: [],
  collections: [],
  ...timestamps,
};
