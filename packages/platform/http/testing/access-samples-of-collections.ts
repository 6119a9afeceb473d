import type { AccessFixture } from "./access-fixture.ts";
import { createCustomer } from "./access-samples-of-customers.ts";
import { createOrderSample } from "./access-samples-of-orders.ts";

async function createRecord<T>(
  { testPlatform, store, tokens }: AccessFixture,
  path: string,
  json: object,
): Promise<T> {
  const url = `${store.origin}/api${path}`;
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, json });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  return response.json<T>();
}

type CreatedRecord<N extends string> = Record<N, { id: number }>;

/** Create a collection for one call. */
async function createCollection(fixture: AccessFixture): Promise<{ id: number }> {
  const title = `Sample ${performance.now()}`;
  return (await createRecord<CreatedRecord<"collection">>(fixture, "/3.0/collections.json", { title }))
    .collection;
}

function getProductId({ store }: AccessFixture): number {
  return store.variants[0]?.product_id ?? 0;
}

async function createCollectSample(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const json = { product_id: getProductId(fixture), collection_id: (await createCollection(fixture)).id };
  return {
    params: {
      id: (await createRecord<CreatedRecord<"collect">>(fixture, "/3.0/collects.json", json)).collect.id,
    },
  };
}

const buildTagBody = (fixture: AccessFixture) => ({
  name: `sample ${performance.now()}`,
  resource_type: "product",
  resource_ids: [getProductId(fixture)],
});

async function createTagSample(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  return {
    params: {
      id: (await createRecord<CreatedRecord<"tag">>(fixture, "/4.0/tags.json", buildTagBody(fixture))).tag.id,
    },
  };
}

const buildMetafieldBody = () => ({
  namespace: "sample",
  key: `key ${performance.now()}`,
  value: "a sample",
});

/** A record that has metafields: the path of its metafields, and the parameters in that path. */
interface Parent {
  path: string;
  params: Readonly<Record<string, number>>;
}

function buildMetafieldSamples<const N extends string>(
  name: N,
  createParent: (fixture: AccessFixture) => Promise<Parent>,
) {
  const createMetafieldSample = async (fixture: AccessFixture) => {
    const { path, params } = await createParent(fixture);
    const { metafield } = await createRecord<CreatedRecord<"metafield">>(
      fixture,
      `/3.0${path}.json`,
      buildMetafieldBody(),
    );
    return { params: { ...params, id: metafield.id } };
  };
  const createParentSample = async (fixture: AccessFixture) => ({
    params: (await createParent(fixture)).params,
  });
  return {
    [`${name}.list`]: createParentSample,
    [`${name}.count`]: createParentSample,
    [`${name}.get`]: createMetafieldSample,
    [`${name}.create`]: async (fixture: AccessFixture) => ({
      ...(await createParentSample(fixture)),
      body: buildMetafieldBody(),
    }),
    [`${name}.update`]: async (fixture: AccessFixture) => ({
      ...(await createMetafieldSample(fixture)),
      body: { value: "another" },
    }),
    [`${name}.delete`]: createMetafieldSample,
  } as Record<
    `${N}.${"list" | "count" | "get" | "create" | "update" | "delete"}`,
    (fixture: AccessFixture) => Promise<{ params: Readonly<Record<string, number>>; body?: object }>
  >;
}

function buildParent(resource: string, id: number): Parent {
  return { path: `/${resource}s/${id}/metafields`, params: { [`${resource}_id`]: id } };
}

/**
 * Sample calls of the operations for collections, tags and metafields, always with ids of the store that is
 * called.
 */
export const collectionSamples = {
  "collections.list": () => ({}),
  "collections.count": () => ({}),
  "collections.get": async (fixture: AccessFixture) => ({
    params: { id: (await createCollection(fixture)).id },
  }),
  "collections.create": () => ({ body: { title: `Sample ${performance.now()}` } }),
  "collections.update": async (fixture: AccessFixture) => ({
    params: { id: (await createCollection(fixture)).id },
    body: { title: "Renamed" },
  }),
  "collections.delete": async (fixture: AccessFixture) => ({
    params: { id: (await createCollection(fixture)).id },
  }),
  "collects.list": () => ({}),
  "collects.count": () => ({}),
  "collects.get": createCollectSample,
  "collects.create": async (fixture: AccessFixture) => ({
    body: { product_id: getProductId(fixture), collection_id: (await createCollection(fixture)).id },
  }),
  "collects.update": async (fixture: AccessFixture) => ({
    ...(await createCollectSample(fixture)),
    body: { position: 1 },
  }),
  "collects.delete": createCollectSample,
  "tags.list": () => ({}),
  "tags.count": () => ({}),
  "tags.get": createTagSample,
  "tags.create": (fixture: AccessFixture) => ({ body: buildTagBody(fixture) }),
  "tags.delete": createTagSample,
  ...buildMetafieldSamples("metafields", async () => ({ path: "/metafields", params: {} })),
  ...buildMetafieldSamples("product_metafields", async (fixture) =>
    buildParent("product", getProductId(fixture)),
  ),
  ...buildMetafieldSamples("variant_metafields", async ({ store }) =>
    buildParent("variant", store.variants[0]?.id ?? 0),
  ),
  ...buildMetafieldSamples("collection_metafields", async (fixture) =>
    buildParent("collection", (await createCollection(fixture)).id),
  ),
  ...buildMetafieldSamples("location_metafields", async ({ store }) =>
    buildParent("location", store.locations[0]?.id ?? 0),
  ),
  ...buildMetafieldSamples("customer_metafields", async (fixture) =>
    buildParent("customer", (await createCustomer(fixture)).id),
  ),
  ...buildMetafieldSamples("order_metafields", async (fixture) =>
    buildParent("order", (await createOrderSample(fixture)).params.id),
  ),
};
