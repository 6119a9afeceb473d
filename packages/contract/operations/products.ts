import Type from "typebox";
import {
  countProductsExample,
  countVariantsExample,
  getProductExample,
  getVariantExample,
  listProductsExample,
  listVariantsExample,
  updateVariantsExample,
} from "../examples/product.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, id, idParam, noParams } from "../schemas/common.ts";
import { product, variant, variantChange } from "../schemas/product.ts";

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  updated_at_min: {
    kind: "date",
    edge: "min",
    reading: "store",
    description: "Changed at or after; store time (LST-7).",
  },
  updated_at_max: {
    kind: "date",
    edge: "max",
    reading: "store",
    description: "Changed at or before; store time (LST-7).",
  },
} as const;

const sort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at"],
  default: "updated_at.desc",
  description: "`id.asc` is stable while records change (LST-4).",
} as const;

const read = { surface: "3.0", caller: "token", scopes: [["read_products"]] } as const;

export const listProducts = operation({
  ...read,
  id: "products.list",
  method: "GET",
  path: "/products.json",
  params: noParams,
  query: { ...listParameters, ...filters, sort },
  answer: listOf("products", product),
  refusals: ["invalid"],
  summary: "List products",
  badge: "documented",
  clauses: ["PRD-1", "LST-1", "LST-2", "LST-3", "LST-5", "LST-6"],
  example: listProductsExample,
});

export const countProducts = operation({
  ...read,
  id: "products.count",
  method: "GET",
  path: "/products/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count products",
  badge: "decided",
  clauses: [],
  example: countProductsExample,
});

export const getProduct = operation({
  ...read,
  id: "products.get",
  method: "GET",
  path: "/products/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: Type.Object({ product }),
  refusals: ["not_found"],
  summary: "Get a product",
  badge: "decided",
  clauses: ["WHK-14"],
  example: getProductExample,
});

const productParam = Type.Object({ product_id: id });

export const listVariants = operation({
  ...read,
  id: "variants.list",
  method: "GET",
  path: "/products/:product_id/variants.json",
  params: productParam,
  query: {
    ...listParameters,
    since_id: filters.since_id,
    sort: { kind: "sort", by: ["id", "position", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: listOf("variants", variant),
  refusals: ["not_found", "invalid"],
  summary: "List the variants of a product",
  badge: "documented",
  clauses: ["PRD-5", "LST-1"],
  example: listVariantsExample,
});

export const countVariants = operation({
  ...read,
  id: "variants.count",
  method: "GET",
  path: "/products/:product_id/variants/count.json",
  params: productParam,
  query: { ids: listParameters.ids, since_id: filters.since_id },
  answer: countAnswer,
  refusals: ["not_found", "invalid"],
  summary: "Count the variants of a product",
  badge: "decided",
  clauses: [],
  example: countVariantsExample,
});

export const getVariant = operation({
  ...read,
  id: "variants.get",
  method: "GET",
  path: "/products/:product_id/variants/:id.json",
  params: Type.Object({ product_id: id, id }),
  query: { fields: listParameters.fields },
  answer: Type.Object({ variant }),
  refusals: ["not_found"],
  summary: "Get a variant",
  badge: "decided",
  clauses: ["PRD-4"],
  example: getVariantExample,
});

export const updateVariants = operation({
  id: "variants.update_many",
  surface: "3.0",
  caller: "token",
  scopes: [["write_products"]],
  method: "PUT",
  path: "/products/:product_id/variants.json",
  params: productParam,
  query: {},
  body: Type.Object({ variants: Type.Array(variantChange, { minItems: 1, maxItems: 250 }) }),
  answer: Type.Object({ variants: Type.Array(variant) }),
  refusals: ["not_found", "invalid"],
  topics: ["product/update", "inventory_level/inventory_quantity_update"],
  summary: "Update price, SKU and stock of a product's variants",
  description:
    "All of the changes are made or none. `inventory_quantity` sets the stock at the primary location only; " +
    "the variant's total is recalculated. Stores with several locations use the inventory levels.",
  badge: "documented",
  clauses: ["PRD-5", "PRD-7"],
  example: updateVariantsExample,
});
