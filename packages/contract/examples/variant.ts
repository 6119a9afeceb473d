import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";
import { mediumVariant, smallVariant } from "./product-records.ts";

export const listVariantsExample: Example = {
  params: { product_id: 2 },
  response: buildListResponse("variants", smallVariant),
};

export const countVariantsExample: Example = { params: { product_id: 2 }, response: { count: 2 } };

export const getVariantExample: Example = {
  params: { product_id: 2, id: 2 },
  response: { variant: smallVariant },
};

const extraLargeOptions = [{ variant_type_id: 1, variant_option_id: 5, name: "Size", value: "XL" }];

export const createVariantExample: Example = {
  params: { product_id: 2 },
  body: {
    variant: {
      options: [{ name: "Size", value: "XL" }],
      sku: "TRAY-XL",
      price: "99.90",
      inventory_quantity: 3,
    },
  },
  response: {
    variant: {
      ...smallVariant,
      id: 7,
      name: "XL",
      options: extraLargeOptions,
      sku: "TRAY-XL",
      price: "99.90",
      inventory_quantity: 3,
      position: 3,
    },
  },
};

export const updateVariantsExample: Example = {
  params: { product_id: 2 },
  body: {
    variants: [
      { id: 2, price: "49.90", inventory_quantity: 12 },
      { id: 3, price: "64.90", sku: "TRAY-M" },
    ],
  },
  response: { variants: [smallVariant, mediumVariant] },
};

export const updateVariantExample: Example = {
  params: { product_id: 2, id: 2 },
  body: { variant: { compare_at_price: "59.90", weight: 0.32, weight_unit: "kg" } },
  response: { variant: { ...smallVariant, compare_at_price: "59.90", weight: 0.32, weight_unit: "kg" } },
};

export const deleteVariantExample: Example = { params: { product_id: 2, id: 7 }, response: {} };
