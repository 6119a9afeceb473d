import type { Ground } from "./access-callers.ts";
import { customer } from "./access-samples-of-customers.ts";
import { order } from "./access-samples-of-orders.ts";

async function made<T>({ testing, shop, tokens }: Ground, path: string, json: object): Promise<T> {
  const url = `${shop.origin}/api${path}`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json<T>();
}

type Made<N extends string> = Record<N, { id: number }>;

/** A collection made for one call. */
async function collection(ground: Ground): Promise<{ id: number }> {
  const title = `Sample ${performance.now()}`;
  return (await made<Made<"collection">>(ground, "/3.0/collections.json", { title })).collection;
}

function productId({ shop }: Ground): number {
  return shop.variants[0]?.product_id ?? 0;
}

async function collect(ground: Ground): Promise<{ params: { id: number } }> {
  const json = { product_id: productId(ground), collection_id: (await collection(ground)).id };
  return { params: { id: (await made<Made<"collect">>(ground, "/3.0/collects.json", json)).collect.id } };
}

const given = (ground: Ground) => ({
  name: `sample ${performance.now()}`,
  resource_type: "product",
  resource_ids: [productId(ground)],
});

async function tag(ground: Ground): Promise<{ params: { id: number } }> {
  return { params: { id: (await made<Made<"tag">>(ground, "/4.0/tags.json", given(ground))).tag.id } };
}

const field = () => ({ namespace: "sample", key: `key ${performance.now()}`, value: "a sample" });

/** The record that metafields hang on: what its path is called, and its parameters. */
interface Parent {
  path: string;
  params: Readonly<Record<string, number>>;
}

function metafieldSamples<const N extends string>(name: N, parentOf: (ground: Ground) => Promise<Parent>) {
  const one = async (ground: Ground) => {
    const { path, params } = await parentOf(ground);
    const { metafield } = await made<Made<"metafield">>(ground, `/3.0${path}.json`, field());
    return { params: { ...params, id: metafield.id } };
  };
  const all = async (ground: Ground) => ({ params: (await parentOf(ground)).params });
  return {
    [`${name}.list`]: all,
    [`${name}.count`]: all,
    [`${name}.get`]: one,
    [`${name}.create`]: async (ground: Ground) => ({ ...(await all(ground)), body: field() }),
    [`${name}.update`]: async (ground: Ground) => ({ ...(await one(ground)), body: { value: "another" } }),
    [`${name}.delete`]: one,
  } as Record<
    `${N}.${"list" | "count" | "get" | "create" | "update" | "delete"}`,
    (ground: Ground) => Promise<{ params: Readonly<Record<string, number>>; body?: object }>
  >;
}

function parent(resource: string, id: number): Parent {
  return { path: `/${resource}s/${id}/metafields`, params: { [`${resource}_id`]: id } };
}

/** How the operations of collections, tags and metafields are called, always with ids of the shop that is called. */
export const groupSamples = {
  "collections.list": () => ({}),
  "collections.count": () => ({}),
  "collections.get": async (ground: Ground) => ({ params: { id: (await collection(ground)).id } }),
  "collections.create": () => ({ body: { title: `Sample ${performance.now()}` } }),
  "collections.update": async (ground: Ground) => ({
    params: { id: (await collection(ground)).id },
    body: { title: "Renamed" },
  }),
  "collections.delete": async (ground: Ground) => ({ params: { id: (await collection(ground)).id } }),
  "collects.list": () => ({}),
  "collects.count": () => ({}),
  "collects.get": collect,
  "collects.create": async (ground: Ground) => ({
    body: { product_id: productId(ground), collection_id: (await collection(ground)).id },
  }),
  "collects.update": async (ground: Ground) => ({ ...(await collect(ground)), body: { position: 1 } }),
  "collects.delete": collect,
  "tags.list": () => ({}),
  "tags.count": () => ({}),
  "tags.get": tag,
  "tags.create": (ground: Ground) => ({ body: given(ground) }),
  "tags.delete": tag,
  ...metafieldSamples("metafields", async () => ({ path: "/metafields", params: {} })),
  ...metafieldSamples("product_metafields", async (ground) => parent("product", productId(ground))),
  ...metafieldSamples("variant_metafields", async ({ shop }) => parent("variant", shop.variants[0]?.id ?? 0)),
  ...metafieldSamples("collection_metafields", async (ground) =>
    parent("collection", (await collection(ground)).id),
  ),
  ...metafieldSamples("location_metafields", async ({ shop }) =>
    parent("location", shop.locations[0]?.id ?? 0),
  ),
  ...metafieldSamples("customer_metafields", async (ground) =>
    parent("customer", (await customer(ground)).id),
  ),
  ...metafieldSamples("order_metafields", async (ground) => parent("order", (await order(ground)).params.id)),
};
