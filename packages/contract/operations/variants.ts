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
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, id, nothing } from "../schemas/common.ts";
import { variant } from "../schemas/product.ts";
import { mostVariants, variantChange, variantCreate, variantUpdate } from "../schemas/variant-input.ts";
import { sinceId } from "./product-filters.ts";

const ofProduct = Type.Object({ product_id: id });
const ofVariant = Type.Object({ product_id: id, id });

const filters = { ids: listParameters.ids, since_id: sinceId } as const;

const read = { surface: "3.0", caller: "token", scopes: [["read_products"]] } as const;
const write = { surface: "3.0", caller: "token", scopes: [["write_products"]], query: {} } as const;
const stocked = ["product/update", "inventory_level/inventory_quantity_update"] as const;
const wrapped = Type.Object({ variant });

export const variantOperations = {
  listVariants: operation({
    ...read,
    id: "variants.list",
    method: "GET",
    path: "/products/:product_id/variants.json",
    params: ofProduct,
    query: {
      ...listParameters,
      since_id: sinceId,
      sort: { kind: "sort", by: ["id", "position", "updated_at", "created_at"], default: "id.asc" },
    },
    answer: listOf("variants", variant),
    refusals: ["not_found", "invalid"],
    summary: "List the variants of a product",
    badge: "documented",
    clauses: ["PRD-5", "LST-1"],
    example: listVariantsExample,
  }),

  countVariants: operation({
    ...read,
    id: "variants.count",
    method: "GET",
    path: "/products/:product_id/variants/count.json",
    params: ofProduct,
    query: filters,
    answer: countAnswer,
    refusals: ["not_found", "invalid"],
    summary: "Count the variants of a product",
    badge: "decided",
    clauses: [],
    example: countVariantsExample,
  }),

  getVariant: operation({
    ...read,
    id: "variants.get",
    method: "GET",
    path: "/products/:product_id/variants/:id.json",
    params: ofVariant,
    query: { fields: listParameters.fields },
    answer: wrapped,
    refusals: ["not_found"],
    summary: "Get a variant",
    badge: "decided",
    clauses: ["PRD-4"],
    example: getVariantExample,
  }),

  createVariant: operation({
    ...write,
    id: "variants.create",
    method: "POST",
    path: "/products/:product_id/variants.json",
    params: ofProduct,
    body: variantCreate,
    wrapper: "variant",
    answer: wrapped,
    refusals: ["not_found", "invalid"],
    topics: stocked,
    summary: "Add a variant to a product",
    description:
      "It names a value of every option type of the product, in a combination that no other variant has. A product without " +
      "option types has one variant and takes no other: add an option first.",
    badge: "decided",
    clauses: ["PRD-4", "PRD-7"],
    example: createVariantExample,
  }),

  updateVariants: operation({
    ...write,
    id: "variants.update_many",
    method: "PUT",
    path: "/products/:product_id/variants.json",
    params: ofProduct,
    body: Type.Object({ variants: Type.Array(variantChange, { minItems: 1, maxItems: mostVariants }) }),
    answer: Type.Object({ variants: Type.Array(variant) }),
    refusals: ["not_found", "invalid"],
    topics: stocked,
    summary: "Update variants of a product: price, SKU, stock and all else",
    description:
      "All of the changes are made or none. `inventory_quantity` sets the stock at the primary location only; " +
      "the variant's total is recalculated. Stores with several locations use the inventory levels.",
    badge: "documented",
    clauses: ["PRD-5", "PRD-7"],
    example: updateVariantsExample,
  }),

  updateVariant: operation({
    ...write,
    id: "variants.update",
    method: "PUT",
    path: "/products/:product_id/variants/:id.json",
    params: ofVariant,
    body: variantUpdate,
    wrapper: "variant",
    answer: wrapped,
    refusals: ["not_found", "invalid"],
    topics: stocked,
    summary: "Update a variant",
    description:
      "What is sent changes, the rest stays. `inventory_quantity` sets the stock at the primary location only.",
    badge: "decided",
    clauses: ["PRD-4", "PRD-7"],
    example: updateVariantExample,
  }),

  deleteVariant: operation({
    ...write,
    id: "variants.delete",
    method: "DELETE",
    path: "/products/:product_id/variants/:id.json",
    params: ofVariant,
    answer: nothing,
    refusals: ["not_found", "invalid"],
    topics: ["product/update"],
    summary: "Delete a variant",
    description:
      "Its stock goes with it; the ledger of its stock stays and ends at 0. The last variant of a product is not deleted.",
    badge: "decided",
    clauses: [],
    example: deleteVariantExample,
  }),
} as const;
