import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

interface Sample {
  /** Id of the metafield: a test creates them one after the other. */
  id: number;
  owner: { resource: string; id: number };
  sent: { namespace: string; key: string; value: unknown; value_type: string; description: string };
  changed: unknown;
  /** Path parameters that name the owner. */
  params: Readonly<Record<string, number>>;
}

function buildExamples({ id, owner, sent, changed, params }: Sample) {
  const metafield = {
    id,
    owner_resource: owner.resource,
    owner_id: owner.id,
    ...sent,
    is_private: false,
    ...written,
  };
  const one = { params: { ...params, id } };
  return {
    create: { params, body: { metafield: sent }, response: { metafield } },
    list: {
      params,
      query: { namespace: sent.namespace, key: sent.key },
      response: listExample("metafields", metafield),
    },
    count: { params, query: { namespace: sent.namespace }, response: { count: 1 } },
    get: { ...one, response: { metafield } },
    update: {
      ...one,
      body: { metafield: { value: changed } },
      response: { metafield: { ...metafield, value: changed } },
    },
    delete: { ...one, response: {} },
  } satisfies Record<string, Example>;
}

/** Examples of metafields by the first part of their operations' ids. */
export const metafieldExamples = {
  metafields: buildExamples({
    id: 1,
    owner: { resource: "store", id: 1 },
    sent: {
      namespace: "stock-sync",
      key: "last_run",
      value: "2026-11-20T08:00:00Z",
      value_type: "String",
      description: "",
    },
    changed: "2026-11-20T09:00:00Z",
    params: {},
  }),
  product_metafields: buildExamples({
    id: 2,
    owner: { resource: "product", id: 1 },
    sent: {
      namespace: "care",
      key: "wash",
      value: { degrees: 30, by_hand: true },
      value_type: "Json",
      description: "How it is washed",
    },
    changed: { degrees: 40, by_hand: false },
    params: { product_id: 1 },
  }),
  variant_metafields: buildExamples({
    id: 3,
    owner: { resource: "variant", id: 1 },
    sent: { namespace: "supply", key: "lead_days", value: 21, value_type: "Integer", description: "" },
    changed: 14,
    params: { variant_id: 1 },
  }),
  collection_metafields: buildExamples({
    id: 4,
    owner: { resource: "collection", id: 1 },
    sent: { namespace: "page", key: "banner", value: "Raya", value_type: "String", description: "" },
    changed: "Merdeka",
    params: { collection_id: 1 },
  }),
  location_metafields: buildExamples({
    id: 5,
    owner: { resource: "location", id: 1 },
    sent: { namespace: "pos", key: "tills", value: 3, value_type: "Integer", description: "" },
    changed: 4,
    params: { location_id: 1 },
  }),
  customer_metafields: buildExamples({
    id: 6,
    owner: { resource: "customer", id: 2 },
    sent: { namespace: "loyalty", key: "level", value: 2, value_type: "Integer", description: "" },
    changed: 3,
    params: { customer_id: 2 },
  }),
  order_metafields: buildExamples({
    id: 7,
    owner: { resource: "order", id: 9000 },
    sent: { namespace: "gift-wrap", key: "paper", value: "Batik", value_type: "String", description: "" },
    changed: "Plain",
    params: { order_id: 9000 },
  }),
};
