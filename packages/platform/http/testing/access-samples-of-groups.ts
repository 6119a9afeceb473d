import type { AccessFixture } from "./access-fixture.ts";
import { customer } from "./access-samples-of-customers.ts";
import { order } from "./access-samples-of-orders.ts";

async function made<T>({ testing, store, tokens }: AccessFixture, path: string, json: object): Promise<T> {
  const url = `${store.origin}/api${path}`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json<T>();
}

type Made<N extends string> = Record<N, { id: number }>;

/** Create a collection for one call. */
async function collection(fixture: AccessFixture): Promise<{ id: number }> {
  const title = `Sample ${performance.now()}`;
  return (await made<Made<"collection">>(fixture, "/3.0/collections.json", { title })).collection;
}

function productId({ store }: AccessFixture): number {
  return store.variants[0]?.product_id ?? 0;
}

async function collect(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  const json = { product_id: productId(fixture), collection_id: (await collection(fixture)).id };
  return { params: { id: (await made<Made<"collect">>(fixture, "/3.0/collects.json", json)).collect.id } };
}

const given = (fixture: AccessFixture) => ({
  name: `sample ${performance.now()}`,
  resource_type: "product",
  resource_ids: [productId(fixture)],
});

async function tag(fixture: AccessFixture): Promise<{ params: { id: number } }> {
  return { params: { id: (await made<Made<"tag">>(fixture, "/4.0/tags.json", given(fixture))).tag.id } };
}

const field = () => ({ namespace: "sample", key: `key ${performance.now()}`, value: "a sample" });

/** The owner of metafields: its name in paths, and the path's parameters. */
interface Parent {
  path: string;
  params: Readonly<Record<string, number>>;
}

function metafieldSamples<const N extends string>(
  name: N,
  createParent: (fixture: AccessFixture) => Promise<Parent>,
) {
  const one = async (fixture: AccessFixture) => {
    const { path, params } = await createParent(fixture);
    const { metafield } = await made<Made<"metafield">>(fixture, `/3.0${path}.json`, field());
    return { params: { ...params, id: metafield.id } };
  };
  const all = async (fixture: AccessFixture) => ({ params: (await createParent(fixture)).params });
  return {
    [`${name}.list`]: all,
    [`${name}.count`]: all,
    [`${name}.get`]: one,
    [`${name}.create`]: async (fixture: AccessFixture) => ({ ...(await all(fixture)), body: field() }),
    [`${name}.update`]: async (fixture: AccessFixture) => ({
      ...(await one(fixture)),
      body: { value: "another" },
    }),
    [`${name}.delete`]: one,
  } as Record<
    `${N}.${"list" | "count" | "get" | "create" | "update" | "delete"}`,
    (fixture: AccessFixture) => Promise<{ params: Readonly<Record<string, number>>; body?: object }>
  >;
}

function parent(resource: string, id: number): Parent {
  return { path: `/${resource}s/${id}/metafields`, params: { [`${resource}_id`]: id } };
}

/**
 * Sample calls of the operations of collections, tags and metafields, always with ids of the store that is
 * called.
 */
export const groupSamples = {
  "collections.list": () => ({}),
  "collections.count": () => ({}),
  "collections.get": async (fixture: AccessFixture) => ({ params: { id: (await collection(fixture)).id } }),
  "collections.create": () => ({ body: { title: `Sample ${performance.now()}` } }),
  "collections.update": async (fixture: AccessFixture) => ({
    params: { id: (await collection(fixture)).id },
    body: { title: "Renamed" },
  }),
  "collections.delete": async (fixture: AccessFixture) => ({
    params: { id: (await collection(fixture)).id },
  }),
  "collects.list": () => ({}),
  "collects.count": () => ({}),
  "collects.get": collect,
  "collects.create": async (fixture: AccessFixture) => ({
    body: { product_id: productId(fixture), collection_id: (await collection(fixture)).id },
  }),
  "collects.update": async (fixture: AccessFixture) => ({
    ...(await collect(fixture)),
    body: { position: 1 },
  }),
  "collects.delete": collect,
  "tags.list": () => ({}),
  "tags.count": () => ({}),
  "tags.get": tag,
  "tags.create": (fixture: AccessFixture) => ({ body: given(fixture) }),
  "tags.delete": tag,
  ...metafieldSamples("metafields", async () => ({ path: "/metafields", params: {} })),
  ...metafieldSamples("product_metafields", async (fixture) => parent("product", productId(fixture))),
  ...metafieldSamples("variant_metafields", async ({ store }) =>
    parent("variant", store.variants[0]?.id ?? 0),
  ),
  ...metafieldSamples("collection_metafields", async (fixture) =>
    parent("collection", (await collection(fixture)).id),
  ),
  ...metafieldSamples("location_metafields", async ({ store }) =>
    parent("location", store.locations[0]?.id ?? 0),
  ),
  ...metafieldSamples("customer_metafields", async (fixture) =>
    parent("customer", (await customer(fixture)).id),
  ),
  ...metafieldSamples("order_metafields", async (fixture) =>
    parent("order", (await order(fixture)).params.id),
  ),
};
