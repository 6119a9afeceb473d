import { Type } from "typebox";
import {
  countProductsExample,
  createProductExample,
  deleteProductExample,
  getProductExample,
  listProductsExample,
  updateProductExample,
} from "../examples/product.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { product } from "../schemas/product.ts";
import { productCreate, productUpdate } from "../schemas/product-input.ts";
import { productFilters, productSort } from "./product-filters.ts";

const read = { surface: "3.0", caller: "token", scopes: [["read_products"]] } as const;
const write = { surface: "3.0", caller: "token", scopes: [["write_products"]], query: {} } as const;
const wrapped = Type.Object({ product });

export const productOperations = {
  listProducts: operation({
    ...read,
    id: "products.list",
    method: "GET",
    path: "/products.json",
    params: noParams,
    query: { ...listParameters, ...productFilters, sort: productSort },
    answer: listOf("products", product),
    refusals: ["invalid"],
    summary: "List products",
    badge: "documented",
    clauses: ["PRD-1", "LST-1", "LST-2", "LST-3", "LST-5", "LST-6"],
    example: listProductsExample,
  }),

  countProducts: operation({
    ...read,
    id: "products.count",
    method: "GET",
    path: "/products/count.json",
    params: noParams,
    query: productFilters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count products",
    badge: "decided",
    clauses: [],
    example: countProductsExample,
  }),

  getProduct: operation({
    ...read,
    id: "products.get",
    method: "GET",
    path: "/products/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    answer: wrapped,
    refusals: ["not_found"],
    summary: "Get a product",
    badge: "decided",
    clauses: ["WHK-14"],
    example: getProductExample,
  }),

  createProduct: operation({
    ...write,
    id: "products.create",
    method: "POST",
    path: "/products.json",
    params: noParams,
    body: productCreate,
    wrapper: "product",
    answer: wrapped,
    refusals: ["invalid"],
    topics: ["product/create", "inventory_level/inventory_quantity_update"],
    summary: "Create a product with its options and variants",
    description:
      "Without a handle it gets one made of its title. Without variants it gets one for each combination of its options. " +
      "`inventory_quantity` of a variant is its opening stock at the primary location.",
    badge: "documented",
    clauses: ["PRD-2", "PRD-3", "PRD-4"],
    example: createProductExample,
  }),

  updateProduct: operation({
    ...write,
    id: "products.update",
    method: "PUT",
    path: "/products/:id.json",
    params: idParam,
    body: productUpdate,
    wrapper: "product",
    answer: wrapped,
    refusals: ["not_found", "invalid"],
    topics: ["product/update"],
    summary: "Update a product",
    description:
      "What is sent changes, the rest stays. Variants, options and images are changed by operations of their own; here they are " +
      "let pass, so that a product can be sent back as it was read.",
    badge: "documented",
    clauses: ["PRD-2"],
    example: updateProductExample,
  }),

  deleteProduct: operation({
    ...write,
    id: "products.delete",
    method: "DELETE",
    path: "/products/:id.json",
    params: idParam,
    answer: nothing,
    refusals: ["not_found"],
    topics: ["product/delete"],
    summary: "Delete a product",
    description:
      "Its variants, options, images and stock go with it; the ledger of its stock stays and ends at 0.",
    badge: "decided",
    clauses: [],
    example: deleteProductExample,
  }),
} as const;
