import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";
import { mediumVariant, product, smallVariant } from "./product-records.ts";

export const listProductsExample: Example = {
  query: { sort: "id.asc", since_id: "2", updated_at_min: "2026-11-20T00:00:00+08:00" },
  response: buildListResponse("products", product),
};

export const countProductsExample: Example = { response: { count: 40 } };

export const getProductExample: Example = { params: { id: 2 }, response: { product } };

const createdProduct = {
  ...product,
  id: 4,
  title: "Rattan basket",
  name: "Rattan basket",
  handle: "rattan-basket",
  description: "",
  body_html: "<p>A basket with a lid, woven by hand.</p>",
  meta_title: "",
  tags: ["rattan", "storage"],
  min_price: "39.90",
  max_price: "54.90",
  total_quantity: 8,
  variants: [
    { ...smallVariant, id: 5, product_id: 4, sku: "BASKET-S", price: "39.90", inventory_quantity: 8 },
    { ...mediumVariant, id: 6, product_id: 4, sku: "BASKET-M", price: "54.90", inventory_quantity: 0 },
  ],
};

export const createProductExample: Example = {
  body: {
    product: {
      title: "Rattan basket",
      body_html: "<p>A basket with a lid, woven by hand.</p>",
      vendor: "Sungai Craft",
      brand: "Sungai",
      product_type: "Kitchen",
      tags: ["rattan", "storage"],
      variant_options: [{ name: "Size", options: ["S", "M"] }],
      variants: [
        { options: [{ name: "Size", value: "S" }], sku: "BASKET-S", price: "39.90", inventory_quantity: 8 },
        { options: [{ name: "Size", value: "M" }], sku: "BASKET-M", price: 54.9, grams: 480 },
      ],
    },
  },
  response: { product: createdProduct },
};

export const updateProductExample: Example = {
  params: { id: 2 },
  body: { product: { title: "Rattan tray, round", tags: ["rattan", "table", "gift"] } },
  response: {
    product: {
      ...product,
      title: "Rattan tray, round",
      name: "Rattan tray, round",
      tags: ["rattan", "table", "gift"],
    },
  },
};

export const deleteProductExample: Example = { params: { id: 4 }, response: {} };
