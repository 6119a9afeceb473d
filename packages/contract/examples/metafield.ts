import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

interface ExampleData {
  /** Id of the metafield. A test creates the metafields in their order below, so the ids count up from 1. */
  id: number;
  owner: { resource: string; id: number };
  createBody: { namespace: string; key: string; value: unknown; value_type: string; description: string };
  newValue: unknown;
  /** Path parameters with the owner's id. */
  params: Readonly<Record<string, number>>;
}

function buildExamples({ id, owner, createBody, newValue, params }: ExampleData) {
  const metafield = {
    id,
    owner_resource: owner.resource,
    owner_id: owner.id,
    ...createBody,
    is_private: false,
    ...timestamps,
  };
  const byId = { params: { ...params, id } };
  return {
    create: { params, body: { metafield: createBody }, response: { metafield } },
    list: {
      params,
      query: { namespace: createBody.namespace, key: createBody.key },
      response: buildListResponse("metafields", metafield),
    },
    count: { params, query: { namespace: createBody.namespace }, response: { count: 1 } },
    get: { ...byId, response: { metafield } },
    update: {
      ...byId,
      body: { metafield: { value: newValue } },
      response: { metafield: { ...metafield, value: newValue } },
    },
    delete: { ...byId, response: {} },
  } satisfies Record<string, Example>;
}

/** Examples of metafields, by the part of the operation's id that is before the period. */
export const metafieldExamples = {
  metafields: buildExamples({
    id: 1,
    owner: { resource: "store", id: 1 },
    createBody: {
      namespace: "stock-sync",
      key: "last_run",
      value: "2026-11-20T08:00:00Z",
      value_type: "String",
      description: "",
    },
    newValue: "2026-11-20T09:00:00Z",
    params: {},
  }),
  product_metafields: buildExamples({
    id: 2,
    owner: { resource: "product", id: 1 },
    createBody: {
      namespace: "care",
      key: "wash",
      value: { degrees: 30, by_hand: true },
      value_type: "Json",
      description: "Washing instructions",
    },
    newValue: { degrees: 40, by_hand: false },
    params: { product_id: 1 },
  }),
  variant_metafields: buildExamples({
    id: 3,
    owner: { resource: "variant", id: 1 },
    createBody: { namespace: "supply", key: "lead_days", value: 21, value_type: "Integer", description: "" },
    newValue: 14,
    params: { variant_id: 1 },
  }),
  collection_metafields: buildExamples({
    id: 4,
    owner: { resource: "collection", id: 1 },
    createBody: { namespace: "page", key: "banner", value: "Raya", value_type: "String", description: "" },
    newValue: "Merdeka",
    params: { collection_id: 1 },
  }),
  location_metafields: buildExamples({
    id: 5,
    owner: { resource: "location", id: 1 },
    createBody: { namespace: "pos", key: "tills", value: 3, value_type: "Integer", description: "" },
    newValue: 4,
    params: { location_id: 1 },
  }),
  customer_metafields: buildExamples({
    id: 6,
    owner: { resource: "customer", id: 2 },
    createBody: { namespace: "loyalty", key: "level", value: 2, value_type: "Integer", description: "" },
    newValue: 3,
    params: { customer_id: 2 },
  }),
  order_metafields: buildExamples({
    id: 7,
    owner: { resource: "order", id: 9000 },
    createBody: {
      namespace: "gift-wrap",
      key: "paper",
      value: "Batik",
      value_type: "String",
      description: "",
    },
    newValue: "Plain",
    params: { order_id: 9000 },
  }),
};
