import { Type } from "typebox";
import {
  countProductsExample,
  createProductExample,
  deleteProductExample,
  getProductExample,
  listProductsExample,
  updateProductExample,
} from "../examples/product.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { product } from "../schemas/product.ts";
import { productCreate, productUpdate } from "../schemas/product-input.ts";
import { productFilters, productSort } from "./product-filters.ts";

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
const recordResponse = Type.Object({ product });

export const productOperations = {
  listProducts: defineOperation({
    ...readOperation,
    id: "products.list",
    method: "GET",
    path: "/products.json",
    params: noParams,
    query: { ...listParameters, ...productFilters, sort: productSort },
    response: createListSchema("products", product),
    errors: ["invalid"],
    summary: "List products",
    definedBy: "interface",
    clauses: ["PRD-1", "LST-1", "LST-2", "LST-3", "LST-5", "LST-6"],
    example: listProductsExample,
  }),

  countProducts: defineOperation({
    ...readOperation,
    id: "products.count",
    method: "GET",
    path: "/products/count.json",
    params: noParams,
    query: productFilters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count products",
    definedBy: "souk",
    clauses: [],
    example: countProductsExample,
  }),

  getProduct: defineOperation({
    ...readOperation,
    id: "products.get",
    method: "GET",
    path: "/products/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    response: recordResponse,
    errors: ["not_found"],
    summary: "Get a product",
    definedBy: "souk",
    clauses: ["WHK-14"],
    example: getProductExample,
  }),

  createProduct: defineOperation({
    ...writeOperation,
    id: "products.create",
    method: "POST",
    path: "/products.json",
    params: noParams,
    body: productCreate,
    wrapper: "product",
    response: recordResponse,
    errors: ["invalid", "quota_exceeded", "storage_full"],
    topics: ["product/create", "inventory_level/inventory_quantity_update"],
    summary: "Create a product",
    description:
      "Creates the product with its options and variants. Generates a handle from the title if `handle` is " +
      "omitted. Without `variants`, creates one variant for each combination of the options. A variant's " +
      "`inventory_quantity` is its initial stock at the primary location.",
    definedBy: "interface",
    clauses: ["PRD-2", "PRD-3", "PRD-4"],
    example: createProductExample,
  }),

  updateProduct: defineOperation({
    ...writeOperation,
    id: "products.update",
    method: "PUT",
    path: "/products/:id.json",
    params: idParam,
    body: productUpdate,
    wrapper: "product",
    response: recordResponse,
    errors: ["not_found", "invalid"],
    topics: ["product/update"],
    summary: "Update a product",
    description:
      "Omitted fields are left unchanged. Variants, options and images are accepted and ignored, so that a product " +
      "can be sent as it was read. They have their own endpoints.",
    definedBy: "interface",
    clauses: ["PRD-2"],
    example: updateProductExample,
  }),

  deleteProduct: defineOperation({
    ...writeOperation,
    id: "products.delete",
    method: "DELETE",
    path: "/products/:id.json",
    params: idParam,
    response: emptyObject,
    errors: ["not_found"],
    topics: ["product/delete"],
    summary: "Delete a product",
    description:
      "Deletes the product's variants, options, images and stock. Its inventory movements are kept and end at 0.",
    definedBy: "souk",
    clauses: [],
    example: deleteProductExample,
  }),
} as const;
