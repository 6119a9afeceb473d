import type { AccessFixture } from "./access-fixture.ts";

/** Create a currency for one call, with a code that no other currency has. */
async function createCurrencySample({
  testPlatform,
  store,
}: AccessFixture): Promise<{ params: { id: string } }> {
  const row = await testPlatform.database.maybeOne<{ id: number }>(
    `insert into currencies (store_id, code, rate)
     select $1, 'SAMPLE ' || count(*), 2 from currencies where store_id = $1 returning id`,
    [store.id],
  );
  return { params: { id: String(row?.id ?? 0) } };
}

/** Sample calls of the operations for a store's settings and currencies. */
export const storeSamples = {
  "store.get": () => ({}),
  "store.update": () => ({ body: { phone: "+60 3-2691 0000" } }),
  "currencies.list": () => ({}),
  "currencies.count": () => ({}),
  "currencies.get": createCurrencySample,
  "currencies.create": () => ({ body: { code: "SGD", rate: "0.3057" } }),
  "currencies.update": async (fixture: AccessFixture) => ({
    ...(await createCurrencySample(fixture)),
    body: { rate: 3 },
  }),
  "currencies.delete": createCurrencySample,
};
