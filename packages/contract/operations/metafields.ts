import { type TSchema, Type } from "typebox";
import type { AccessRequirement } from "../access/find-missing-access.ts";
import { locationViewRights } from "../access/rights.ts";
import { metafieldExamples } from "../examples/metafield.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, id, idParam, noParams } from "../schemas/common.ts";
import { metafield, metafieldCreate, metafieldUpdate } from "../schemas/metafield.ts";

const dateFilter = { kind: "date", timezone: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  namespace: { kind: "text", maxLength: 255, description: "Returns metafields of this namespace." },
  key: { kind: "text", maxLength: 255, description: "Returns metafields with this key." },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

const commonProperties = { surface: "3.0", auth: "token", definedBy: "souk", clauses: ["SNP-3"] } as const;
const recordResponse = Type.Object({ metafield });

/** Definition of a kind of record that has metafields. */
interface OwnerKind<P extends string, O extends TSchema, M extends TSchema> {
  path: P;
  /** Path parameters of the owner. */
  ownerParams: O;
  /** Path parameters of the owner and one of its metafields. */
  metafieldParams: M;
  readAccess: AccessRequirement;
  writeAccess: AccessRequirement;
  /** Name of the owner in summaries, with "a", "an" or "the". */
  label: string;
  /** Sentences that are added to the descriptions of the list, create and update operations. */
  note?: string;
}

function getExamples(name: string) {
  return metafieldExamples[name as keyof typeof metafieldExamples];
}

function joinSentences(...sentences: (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

function createReadOperations<
  const N extends string,
  const P extends string,
  O extends TSchema,
  M extends TSchema,
>(name: N, { path, ownerParams, metafieldParams, readAccess, label, note }: OwnerKind<P, O, M>) {
  const readOperation = { ...commonProperties, ...readAccess, method: "GET" } as const;
  const examples = getExamples(name);
  return {
    list: defineOperation({
      ...readOperation,
      id: `${name}.list`,
      path: `${path}.json`,
      params: ownerParams,
      query: {
        ...listParameters,
        ...filters,
        sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
      },
      response: createListSchema("metafields", metafield),
      errors: ["not_found", "invalid", "scope_missing"],
      summary: `List the metafields of ${label}`,
      description: joinSentences("Private metafields are returned only to the app that created them.", note),
      example: examples.list,
    }),
    count: defineOperation({
      ...readOperation,
      id: `${name}.count`,
      path: `${path}/count.json`,
      params: ownerParams,
      query: filters,
      response: countResponse,
      errors: ["not_found", "invalid", "scope_missing"],
      summary: `Count the metafields of ${label}`,
      example: examples.count,
    }),
    get: defineOperation({
      ...readOperation,
      id: `${name}.get`,
      path: `${path}/:id.json`,
      params: metafieldParams,
      query: { fields: listParameters.fields },
      response: recordResponse,
      errors: ["not_found"],
      summary: `Get a metafield of ${label}`,
      example: examples.get,
    }),
  };
}

function createWriteOperations<
  const N extends string,
  const P extends string,
  O extends TSchema,
  M extends TSchema,
>(name: N, { path, ownerParams, metafieldParams, writeAccess, label, note }: OwnerKind<P, O, M>) {
  const writeOperation = { ...commonProperties, ...writeAccess, query: {} } as const;
  const bodyAndResponse = { wrapper: "metafield", response: recordResponse } as const;
  const errors = ["not_found", "invalid", "scope_missing", "quota_exceeded"] as const;
  const reservedUpdateNote =
    "A metafield in a reserved namespace can be changed only by the app that created it.";
  const reservedDeleteNote =
    "A metafield in a reserved namespace can be deleted only by the app that created it, or by a person.";
  const examples = getExamples(name);
  const lifecycleNote =
    "`key` must be unique within its namespace. A metafield is deleted with its owner and kept when the app is " +
    "uninstalled.";
  return {
    create: defineOperation({
      ...writeOperation,
      ...bodyAndResponse,
      id: `${name}.create`,
      method: "POST",
      path: `${path}.json`,
      params: ownerParams,
      body: metafieldCreate,
      errors,
      summary: `Create a metafield of ${label}`,
      description: joinSentences(lifecycleNote, note),
      example: examples.create,
    }),
    update: defineOperation({
      ...writeOperation,
      ...bodyAndResponse,
      id: `${name}.update`,
      method: "PUT",
      path: `${path}/:id.json`,
      params: metafieldParams,
      body: metafieldUpdate,
      errors: [...errors, "not_allowed"],
      summary: `Update a metafield of ${label}`,
      description: joinSentences("Omitted fields are left unchanged.", reservedUpdateNote, note),
      example: examples.update,
    }),
    delete: defineOperation({
      ...writeOperation,
      id: `${name}.delete`,
      method: "DELETE",
      path: `${path}/:id.json`,
      params: metafieldParams,
      response: emptyObject,
      errors: ["not_found", "scope_missing", "not_allowed"],
      summary: `Delete a metafield of ${label}`,
      description: reservedDeleteNote,
      example: examples.delete,
    }),
  };
}

/** Create the list, count, get, create, update and delete operations for the metafields of one kind of owner. */
function createMetafieldOperations<
  const N extends string,
  const P extends string,
  O extends TSchema,
  M extends TSchema,
>(name: N, ownerKind: OwnerKind<P, O, M>) {
  return { ...createReadOperations(name, ownerKind), ...createWriteOperations(name, ownerKind) };
}

const productAccess = {
  readAccess: { scopes: [["read_products"]], rights: [["products.view"]] },
  writeAccess: { scopes: [["write_products"]], rights: [["products.edit"]] },
} as const;

/** Metafield operations by kind of owner. */
export const metafieldGroups = {
  store: createMetafieldOperations("metafields", {
    path: "/metafields",
    ownerParams: noParams,
    metafieldParams: idParam,
    // The required scope depends on the namespace, so the use case checks it.
    readAccess: { scopes: [], rights: [["settings.view"]] },
    writeAccess: { scopes: [], rights: [["settings.edit"]] },
    label: "the store",
    note:
      "An app needs no scope for the namespaces `<handle>` and `app--<handle>`, where `<handle>` is the app's own " +
      "handle. For other namespaces, reading requires read_store and writing requires write_store. Without " +
      "read_store, only metafields that the app created are listed.",
  }),
  product: createMetafieldOperations("product_metafields", {
    path: "/products/:product_id/metafields",
    ownerParams: Type.Object({ product_id: id }),
    metafieldParams: Type.Object({ product_id: id, id }),
    ...productAccess,
    label: "a product",
  }),
  variant: createMetafieldOperations("variant_metafields", {
    path: "/variants/:variant_id/metafields",
    ownerParams: Type.Object({ variant_id: id }),
    metafieldParams: Type.Object({ variant_id: id, id }),
    ...productAccess,
    label: "a variant",
  }),
  collection: createMetafieldOperations("collection_metafields", {
    path: "/collections/:collection_id/metafields",
    ownerParams: Type.Object({ collection_id: id }),
    metafieldParams: Type.Object({ collection_id: id, id }),
    ...productAccess,
    label: "a collection",
  }),
  location: createMetafieldOperations("location_metafields", {
    path: "/locations/:location_id/metafields",
    ownerParams: Type.Object({ location_id: id }),
    metafieldParams: Type.Object({ location_id: id, id }),
    readAccess: {
      scopes: [["read_shipping", "read_products", "write_locations"]],
      rights: [locationViewRights],
    },
    writeAccess: { scopes: [["write_locations"]], rights: [["locations.edit"]] },
    label: "a location",
  }),
  customer: createMetafieldOperations("customer_metafields", {
    path: "/customers/:customer_id/metafields",
    ownerParams: Type.Object({ customer_id: id }),
    metafieldParams: Type.Object({ customer_id: id, id }),
    readAccess: { scopes: [["read_customers"]], rights: [["customers.view"]] },
    writeAccess: { scopes: [["write_customers"]], rights: [["customers.edit"]] },
    label: "a customer",
  }),
  order: createMetafieldOperations("order_metafields", {
    path: "/orders/:order_id/metafields",
    ownerParams: Type.Object({ order_id: id }),
    metafieldParams: Type.Object({ order_id: id, id }),
    readAccess: { scopes: [["read_orders"]], rights: [["orders.view"]] },
    writeAccess: { scopes: [["write_orders"]], rights: [["orders.edit"]] },
    label: "an order",
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
