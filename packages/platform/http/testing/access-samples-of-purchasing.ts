import type { Ground } from "./access-callers.ts";

function orderOf({ shop }: Ground): object {
  return { line_items: [{ variant_id: shop.variants[0]?.id, quantity: 2 }] };
}

function transferOf(ground: Ground): object {
  const [from, to] = ground.shop.locations.map(({ id }) => id);
  return { ...orderOf(ground), from_location_id: from, to_location_id: to };
}

/** A document made for one call. */
async function made({ testing, shop, tokens }: Ground, resource: string, json: object) {
  const url = `${shop.origin}/api/4.0/${resource}.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, json });
  if (answer.status !== 200) throw new Error(`${resource}: ${answer.status} ${answer.text}`);
  const [record] = Object.values(answer.json<Record<string, { id: number }>>());
  return { params: { id: record?.id ?? 0 } };
}

function samplesOf<const N extends string>(resource: N, bodyOf: (ground: Ground) => object) {
  const one = (ground: Ground) => made(ground, resource, bodyOf(ground));
  const withBody = (body: object) => async (ground: Ground) => ({ ...(await one(ground)), body });
  const samples = {
    list: () => ({}),
    count: () => ({}),
    get: one,
    create: (ground: Ground) => ({ body: bodyOf(ground) }),
    update: withBody({ note: "a sample" }),
    receive: withBody({}),
    cancel: one,
    delete: one,
  };
  type Samples = typeof samples;
  return Object.fromEntries(
    Object.entries(samples).map(([name, sample]) => [`${resource}.${name}`, sample]),
  ) as { [K in keyof Samples as `${N}.${K}`]: Samples[K] };
}

/** How the operations of purchase orders and transfers are called. */
export const purchasingSamples = {
  ...samplesOf("purchase_orders", orderOf),
  ...samplesOf("transfers", transferOf),
};
