import { Type } from "typebox";
import {
  countVariantsExample,
  createVariantExample,
  deleteVariantExample,
  getVariantExample,
  listVariantsExample,
  updateVariantExample,
  updateVariantsExample,
} from "../examples/variant.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, id } from "../schemas/common.ts";
import { variant } from "../schemas/product.ts";
import { maxVariants, variantChange, variantCreate, variantUpdate } from "../schemas/variant-input.ts";
import { sinceId } from "./product-filters.ts";

const productParams = Type.Object({ product_id: id });
const variantParams = Type.Object({ product_id: id, id });

const filters = { ids: listParameters.ids, since_id: sinceId } as const;

const readOperation = {
  surface: "3.0",
  auth: "token",
  scopes: [["read_products"]],
  rights: [["products.view"]],
} as const;
const writeOperation = {
  surface: "3.0",
  auth: "token",
  scopes: [["write_products"]],
  rights: [["products.edit"]],
  query: {},
} as const;
const stockTopics = ["product/update", "inventory_level/inventory_quantity_update"] as const;
const recordResponse = Type.Object({ variant });

export const variantOperations = {
  listVariants: defineOperation({
    ...readOperation,
    id: "variants.list",
    method: "GET",
    path: "/products/:product_id/variants.json",
    params: productParams,
    query: {
      ...listParameters,
      since_id: sinceId,
      sort: { kind: "sort", by: ["id", "position", "updated_at", "created_at"], default: "id.asc" },
    },
    response: createListSchema("variants", variant),
    errors: ["not_found", "invalid"],
    summary: "List the variants of a product",
    definedBy: "interface",
    clauses: ["PRD-5", "LST-1"],
    example: listVariantsExample,
  }),

  countVariants: defineOperation({
    ...readOperation,
    id: "variants.count",
    method: "GET",
    path: "/products/:product_id/variants/count.json",
    params: productParams,
    query: filters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the variants of a product",
    definedBy: "souk",
    clauses: [],
    example: countVariantsExample,
  }),

  getVariant: defineOperation({
    ...readOperation,
    id: "variants.get",
    method: "GET",
    path: "/products/:product_id/variants/:id.json",
    params: variantParams,
    query: { fields: listParameters.fields },
    response: recordResponse,
    errors: ["not_found"],
    summary: "Get a variant",
    definedBy: "souk",
    clauses: ["PRD-4"],
    example: getVariantExample,
  }),

  createVariant: defineOperation({
    ...writeOperation,
    id: "variants.create",
    method: "POST",
    path: "/products/:product_id/variants.json",
    params: productParams,
    body: variantCreate,
    wrapper: "variant",
    response: recordResponse,
    errors: ["not_found", "invalid"],
    topics: stockTopics,
    summary: "Create a variant",
    description:
      "The variant must have a value for every option type of the product, in a combination that no other variant " +
      "has. A product without option types has exactly one variant, so add option values first.",
    definedBy: "souk",
    clauses: ["PRD-4", "PRD-7"],
    example: createVariantExample,
  }),

  updateVariants: defineOperation({
    ...writeOperation,
    id: "variants.update_many",
    method: "PUT",
    path: "/products/:product_id/variants.json",
    params: productParams,
    body: Type.Object({ variants: Type.Array(variantChange, { minItems: 1, maxItems: maxVariants }) }),
    response: Type.Object({ variants: Type.Array(variant) }),
    errors: ["not_found", "invalid"],
    topics: stockTopics,
    summary: "Update variants in bulk",
    description:
      "Changes price, SKU, stock or any other field of several variants. Applies all changes or none. " +
      "`inventory_quantity` sets the stock at the primary location only, and the variant's total is recalculated. " +
      "If the store has several locations, use the inventory level endpoints.",
    definedBy: "interface",
    clauses: ["PRD-5", "PRD-7"],
    example: updateVariantsExample,
  }),

  updateVariant: defineOperation({
    ...writeOperation,
    id: "variants.update",
    method: "PUT",
    path: "/products/:product_id/variants/:id.json",
    params: variantParams,
    body: variantUpdate,
    wrapper: "variant",
    response: recordResponse,
    errors: ["not_found", "invalid"],
    topics: stockTopics,
    summary: "Update a variant",
    description:
      "Omitted fields are left unchanged. `inventory_quantity` sets the stock at the primary location only.",
    definedBy: "souk",
    clauses: ["PRD-4", "PRD-7"],
    example: updateVariantExample,
  }),

  deleteVariant: defineOperation({
    ...writeOperation,
    id: "variants.delete",
    method: "DELETE",
    path: "/products/:product_id/variants/:id.json",
    params: variantParams,
    response: emptyObject,
    errors: ["not_found", "invalid"],
    topics: ["product/update"],
    summary: "Delete a variant",
    description:
      "Deletes the variant's stock; its inventory movements are kept and end at 0. The last variant of a product " +
      "cannot be deleted.",
    definedBy: "souk",
    clauses: [],
    example: deleteVariantExample,
  }),
} as const;
