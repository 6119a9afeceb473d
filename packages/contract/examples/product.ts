import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

const small = {
  id: 2,
  product_id: 2,
  image_id: 0,
  name: "S",
  options: [{ variant_type_id: 1, variant_option_id: 1, name: "Size", value: "S" }],
  sku: "TRAY-S",
  barcode: "",
  price: "49.90",
  compare_at_price: null,
  cost_price: "21.00",
  inventory_quantity: 12,
  inventory_policy: "deny",
  taxable: true,
  shipping_required: true,
  weight: 320,
  weight_unit: "g",
  grams: 320,
  width: 0,
  height: 0,
  length: 0,
  position: 1,
  is_enabled: true,
  ...written,
};

const medium = {
  ...small,
  id: 3,
  name: "M",
  options: [{ variant_type_id: 1, variant_option_id: 2, name: "Size", value: "M" }],
  sku: "TRAY-M",
  price: "64.90",
  cost_price: "27.50",
  inventory_quantity: 5,
  position: 2,
};

const product = {
  id: 2,
  title: "Rattan tray",
  name: "Rattan tray",
  handle: "rattan-tray",
  description: "A round tray, woven by hand.",
  body_html: "<p>A round tray, woven by hand.</p>",
  note: "",
  vendor: "Sungai Craft",
  brand: "Sungai",
  product_type: "Kitchen",
  tags: ["rattan", "table"],
  taxable: true,
  shipping_required: true,
  inventory_management: "souk",
  is_published: true,
  published_at: "2026-11-02T09:15:04.120+08:00",
  visibility: "published",
  meta_title: "Rattan tray",
  meta_description: "",
  keywords: "",
  min_price: "49.90",
  max_price: "64.90",
  total_quantity: 17,
  image_url: null,
  variants: [small, medium],
  variant_types: [{ id: 1, name: "Size", position: 1 }],
  variant_options: [
    { id: 1, variant_type_id: 1, name: "S", position: 1 },
    { id: 2, variant_type_id: 1, name: "M", position: 2 },
  ],
  images: [],
  collections: [],
  ...written,
};

export const listProductsExample: Example = {
  query: { sort: "id.asc", since_id: "2", updated_at_min: "2026-11-20T00:00:00+08:00" },
  answer: listExample("products", product),
};

export const countProductsExample: Example = { answer: { count: 40 } };

export const getProductExample: Example = { params: { id: 2 }, answer: { product } };

export const listVariantsExample: Example = {
  params: { product_id: 2 },
  answer: listExample("variants", small),
};

export const countVariantsExample: Example = { params: { product_id: 2 }, answer: { count: 2 } };

export const getVariantExample: Example = { params: { product_id: 2, id: 2 }, answer: { variant: small } };

export const updateVariantsExample: Example = {
  params: { product_id: 2 },
  body: {
    variants: [
      { id: 2, price: "49.90", inventory_quantity: 12 },
      { id: 3, price: "64.90", sku: "TRAY-M" },
    ],
  },
  answer: { variants: [small, medium] },
};
