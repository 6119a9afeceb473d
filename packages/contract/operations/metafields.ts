import { type TSchema, Type } from "typebox";
import { metafieldExamples } from "../examples/metafield.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, id, idParam, noParams } from "../schemas/common.ts";
import { metafield, metafieldCreate, metafieldUpdate } from "../schemas/metafield.ts";
import type { ScopeRequirement } from "../scopes.ts";

const date = { kind: "date", timezone: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  namespace: { kind: "text", maxLength: 255, description: "Returns metafields of this namespace." },
  key: { kind: "text", maxLength: 255, description: "Returns metafields with this key." },
  updated_at_min: { ...date, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...date, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...date, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...date, bound: "max", description: "Created at or before this date." },
} as const;

const base = { surface: "3.0", auth: "token", badge: "decided", clauses: ["SNP-3"] } as const;
const wrapped = Type.Object({ metafield });

interface Parent<P extends string, A extends TSchema, O extends TSchema> {
  path: P;
  /** Path parameters, without and with the metafield's own id. */
  all: A;
  one: O;
  read: ScopeRequirement;
  write: ScopeRequirement;
  /** Owner of the metafields as it appears in summaries. */
  of: string;
  note?: string;
}

function examplesFor(name: string) {
  return metafieldExamples[name as keyof typeof metafieldExamples];
}

function said(...sentences: (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

function readingFor<const N extends string, const P extends string, A extends TSchema, O extends TSchema>(
  name: N,
  { path, all, one, read: scopes, of, note }: Parent<P, A, O>,
) {
  const read = { ...base, method: "GET", scopes } as const;
  const examples = examplesFor(name);
  return {
    list: defineOperation({
      ...read,
      id: `${name}.list`,
      path: `${path}.json`,
      params: all,
      query: {
        ...listParameters,
        ...filters,
        sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
      },
      response: createListSchema("metafields", metafield),
      errors: ["not_found", "invalid", "scope_missing"],
      summary: `List the metafields of ${of}`,
      description: said("Private metafields are returned only to the app that created them.", note),
      example: examples.list,
    }),
    count: defineOperation({
      ...read,
      id: `${name}.count`,
      path: `${path}/count.json`,
      params: all,
      query: filters,
      response: countResponse,
      errors: ["not_found", "invalid", "scope_missing"],
      summary: `Count the metafields of ${of}`,
      example: examples.count,
    }),
    get: defineOperation({
      ...read,
      id: `${name}.get`,
      path: `${path}/:id.json`,
      params: one,
      query: { fields: listParameters.fields },
      response: wrapped,
      errors: ["not_found"],
      summary: `Get a metafield of ${of}`,
      example: examples.get,
    }),
  };
}

function writingFor<const N extends string, const P extends string, A extends TSchema, O extends TSchema>(
  name: N,
  { path, all, one, write: scopes, of, note }: Parent<P, A, O>,
) {
  const write = { ...base, scopes, query: {} } as const;
  const sent = { wrapper: "metafield", response: wrapped } as const;
  const errors = ["not_found", "invalid", "scope_missing"] as const;
  const examples = examplesFor(name);
  const life =
    "`key` must be unique within its namespace. A metafield is deleted with its owner and kept when the app is " +
    "uninstalled.";
  return {
    create: defineOperation({
      ...write,
      ...sent,
      id: `${name}.create`,
      method: "POST",
      path: `${path}.json`,
      params: all,
      body: metafieldCreate,
      errors,
      summary: `Create a metafield of ${of}`,
      description: said(life, note),
      example: examples.create,
    }),
    update: defineOperation({
      ...write,
      ...sent,
      id: `${name}.update`,
      method: "PUT",
      path: `${path}/:id.json`,
      params: one,
      body: metafieldUpdate,
      errors,
      summary: `Update a metafield of ${of}`,
      description: said("Omitted fields are left unchanged.", note),
      example: examples.update,
    }),
    delete: defineOperation({
      ...write,
      id: `${name}.delete`,
      method: "DELETE",
      path: `${path}/:id.json`,
      params: one,
      response: emptyObject,
      errors: ["not_found", "scope_missing"],
      summary: `Delete a metafield of ${of}`,
      example: examples.delete,
    }),
  };
}

/** Create the list, count, get, create, update and delete operations of one owner's metafields. */
function operationsFor<const N extends string, const P extends string, A extends TSchema, O extends TSchema>(
  name: N,
  parent: Parent<P, A, O>,
) {
  return { ...readingFor(name, parent), ...writingFor(name, parent) };
}

const products = { read: [["read_products"]], write: [["write_products"]] } as const;

/** Metafield operations by kind of owner. */
export const metafieldGroups = {
  store: operationsFor("metafields", {
    path: "/metafields",
    all: noParams,
    one: idParam,
    // Which scope is needed depends on the namespace, so the use case asks for it.
    read: [],
    write: [],
    of: "the store",
    note:
      "Needs no scope in the namespace equal to the app's own handle. In other namespaces, reading requires " +
      "read_store and writing requires write_store; without read_store, only metafields that the app created are " +
      "listed.",
  }),
  product: operationsFor("product_metafields", {
    path: "/products/:product_id/metafields",
    all: Type.Object({ product_id: id }),
    one: Type.Object({ product_id: id, id }),
    ...products,
    of: "a product",
  }),
  variant: operationsFor("variant_metafields", {
    path: "/variants/:variant_id/metafields",
    all: Type.Object({ variant_id: id }),
    one: Type.Object({ variant_id: id, id }),
    ...products,
    of: "a variant",
  }),
  collection: operationsFor("collection_metafields", {
    path: "/collections/:collection_id/metafields",
    all: Type.Object({ collection_id: id }),
    one: Type.Object({ collection_id: id, id }),
    ...products,
    of: "a collection",
  }),
  location: operationsFor("location_metafields", {
    path: "/locations/:location_id/metafields",
    all: Type.Object({ location_id: id }),
    one: Type.Object({ location_id: id, id }),
    read: [["read_shipping", "read_products", "write_locations"]],
    write: [["write_locations"]],
    of: "a location",
  }),
  customer: operationsFor("customer_metafields", {
    path: "/customers/:customer_id/metafields",
    all: Type.Object({ customer_id: id }),
    one: Type.Object({ customer_id: id, id }),
    read: [["read_customers"]],
    write: [["write_customers"]],
    of: "a customer",
  }),
  order: operationsFor("order_metafields", {
    path: "/orders/:order_id/metafields",
    all: Type.Object({ order_id: id }),
    one: Type.Object({ order_id: id, id }),
    read: [["read_orders"]],
    write: [["write_orders"]],
    of: "an order",
  }),
} as const;

const { store, product, variant, collection, location, customer, order } = metafieldGroups;

export const metafieldOperations = {
  createMetafield: store.create,
  listMetafields: store.list,
  countMetafields: store.count,
  getMetafield: store.get,
  updateMetafield: store.update,
  deleteMetafield: store.delete,
  createProductMetafield: product.create,
  listProductMetafields: product.list,
  countProductMetafields: product.count,
  getProductMetafield: product.get,
  updateProductMetafield: product.update,
  deleteProductMetafield: product.delete,
  createVariantMetafield: variant.create,
  listVariantMetafields: variant.list,
  countVariantMetafields: variant.count,
  getVariantMetafield: variant.get,
  updateVariantMetafield: variant.update,
  deleteVariantMetafield: variant.delete,
  createCollectionMetafield: collection.create,
  listCollectionMetafields: collection.list,
  countCollectionMetafields: collection.count,
  getCollectionMetafield: collection.get,
  updateCollectionMetafield: collection.update,
  deleteCollectionMetafield: collection.delete,
  createLocationMetafield: location.create,
  listLocationMetafields: location.list,
  countLocationMetafields: location.count,
  getLocationMetafield: location.get,
  updateLocationMetafield: location.update,
  deleteLocationMetafield: location.delete,
  createCustomerMetafield: customer.create,
  listCustomerMetafields: customer.list,
  countCustomerMetafields: customer.count,
  getCustomerMetafield: customer.get,
  updateCustomerMetafield: customer.update,
  deleteCustomerMetafield: customer.delete,
  createOrderMetafield: order.create,
  listOrderMetafields: order.list,
  countOrderMetafields: order.count,
  getOrderMetafield: order.get,
  updateOrderMetafield: order.update,
  deleteOrderMetafield: order.delete,
} as const;
