import { type TSchema, Type } from "typebox";
import { metafieldExamples } from "../examples/metafield.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, id, idParam, noParams, nothing } from "../schemas/common.ts";
import { metafield, metafieldCreate, metafieldUpdate } from "../schemas/metafield.ts";
import type { ScopeNeed } from "../scopes.ts";

const date = { kind: "date", reading: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  namespace: { kind: "text", maxLength: 255, description: "Only those of this namespace." },
  key: { kind: "text", maxLength: 255, description: "Only those with this key." },
  updated_at_min: { ...date, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...date, edge: "max", description: "Changed at or before." },
  created_at_min: { ...date, edge: "min", description: "Made at or after." },
  created_at_max: { ...date, edge: "max", description: "Made at or before." },
} as const;

const base = { surface: "3.0", caller: "token", badge: "decided", clauses: ["SNP-3"] } as const;
const wrapped = Type.Object({ metafield });

interface Parent<P extends string, A extends TSchema, O extends TSchema> {
  path: P;
  /** The parameters of the path, without and with a metafield's own id. */
  all: A;
  one: O;
  read: ScopeNeed;
  write: ScopeNeed;
  /** What they hang on, in words. */
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
    list: operation({
      ...read,
      id: `${name}.list`,
      path: `${path}.json`,
      params: all,
      query: {
        ...listParameters,
        ...filters,
        sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
      },
      answer: listOf("metafields", metafield),
      refusals: ["not_found", "invalid", "scope_missing"],
      summary: `List the metafields of ${of}`,
      description: said("Private ones are shown to the app that made them alone.", note),
      example: examples.list,
    }),
    count: operation({
      ...read,
      id: `${name}.count`,
      path: `${path}/count.json`,
      params: all,
      query: filters,
      answer: countAnswer,
      refusals: ["not_found", "invalid", "scope_missing"],
      summary: `Count the metafields of ${of}`,
      example: examples.count,
    }),
    get: operation({
      ...read,
      id: `${name}.get`,
      path: `${path}/:id.json`,
      params: one,
      query: { fields: listParameters.fields },
      answer: wrapped,
      refusals: ["not_found"],
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
  const sent = { wrapper: "metafield", answer: wrapped } as const;
  const refusals = ["not_found", "invalid", "scope_missing"] as const;
  const examples = examplesFor(name);
  const life =
    "One namespace holds a key once; a second one is refused naming key. It goes when its record is deleted, and stays " +
    "when the app is uninstalled.";
  return {
    create: operation({
      ...write,
      ...sent,
      id: `${name}.create`,
      method: "POST",
      path: `${path}.json`,
      params: all,
      body: metafieldCreate,
      refusals,
      summary: `Add a metafield to ${of}`,
      description: said(life, note),
      example: examples.create,
    }),
    update: operation({
      ...write,
      ...sent,
      id: `${name}.update`,
      method: "PUT",
      path: `${path}/:id.json`,
      params: one,
      body: metafieldUpdate,
      refusals,
      summary: `Change a metafield of ${of}`,
      description: said("Only the fields that are sent are changed.", note),
      example: examples.update,
    }),
    delete: operation({
      ...write,
      id: `${name}.delete`,
      method: "DELETE",
      path: `${path}/:id.json`,
      params: one,
      answer: nothing,
      refusals: ["not_found", "scope_missing"],
      summary: `Remove a metafield from ${of}`,
      example: examples.delete,
    }),
  };
}

/** List, count, one, create, change and delete are the same for the metafields of every kind of record. */
function operationsFor<const N extends string, const P extends string, A extends TSchema, O extends TSchema>(
  name: N,
  parent: Parent<P, A, O>,
) {
  return { ...readingFor(name, parent), ...writingFor(name, parent) };
}

const products = { read: [["read_products"]], write: [["write_products"]] } as const;

/** The operations of metafields by the kind of record that they hang on. */
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
      "In the namespace that is the app's own handle it needs no scope; in others read_store to read and write_store " +
      "to change, and without read_store only the app's own are listed.",
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
