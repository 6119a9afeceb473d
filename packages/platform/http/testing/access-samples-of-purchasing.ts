import type { AccessFixture } from "./access-fixture.ts";

function buildPurchaseOrderBody({ store }: AccessFixture): object {
  return { line_items: [{ variant_id: store.variants[0]?.id, quantity: 2 }] };
}

function buildTransferBody(fixture: AccessFixture): object {
  const [fromId, toId] = fixture.store.locations.map(({ id }) => id);
  return { ...buildPurchaseOrderBody(fixture), from_location_id: fromId, to_location_id: toId };
}

/** Create a purchase order or a transfer for one call. */
async function createRecord({ testPlatform, store, tokens }: AccessFixture, resource: string, json: object) {
  const url = `${store.origin}/api/4.0/${resource}.json`;
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, json });
  if (response.status !== 200) throw new Error(`${resource}: ${response.status} ${response.text}`);
  const [record] = Object.values(response.json<Record<string, { id: number }>>());
  return { params: { id: record?.id ?? 0 } };
}

function buildSamples<const N extends string>(resource: N, buildBody: (fixture: AccessFixture) => object) {
  const createSample = (fixture: AccessFixture) => createRecord(fixture, resource, buildBody(fixture));
  const withBody = (body: object) => async (fixture: AccessFixture) => ({
    ...(await createSample(fixture)),
    body,
  });
  const samples = {
    list: () => ({}),
    count: () => ({}),
    get: createSample,
    create: (fixture: AccessFixture) => ({ body: buildBody(fixture) }),
    update: withBody({ note: "a sample" }),
    receive: withBody({}),
    cancel: createSample,
    delete: createSample,
  };
  type Samples = typeof samples;
  return Object.fromEntries(
    Object.entries(samples).map(([name, sample]) => [`${resource}.${name}`, sample]),
  ) as { [K in keyof Samples as `${N}.${K}`]: Samples[K] };
}

/** Sample calls of the operations for purchase orders and transfers. */
export const purchasingSamples = {
  ...buildSamples("purchase_orders", buildPurchaseOrderBody),
  ...buildSamples("transfers", buildTransferBody),
};
