import type { AccessFixture } from "./access-fixture.ts";

/** Create a currency for one call; only its id is used. */
async function currency({ testing, store }: AccessFixture): Promise<{ params: { id: string } }> {
  const row = await testing.database.maybeOne<{ id: number }>(
    `insert into currencies (store_id, code, rate)
     select $1, 'SAMPLE ' || count(*), 2 from currencies where store_id = $1 returning id`,
    [store.id],
  );
  return { params: { id: String(row?.id ?? 0) } };
}

/** Sample calls of the operations of a store's settings and currencies. */
export const storeSamples = {
  "store.get": () => ({}),
  "store.update": () => ({ body: { phone: "+60 3-2691 0000" } }),
  "currencies.list": () => ({}),
  "currencies.count": () => ({}),
  "currencies.get": currency,
  "currencies.create": () => ({ body: { code: "SGD", rate: "0.3057" } }),
  "currencies.update": async (fixture: AccessFixture) => ({
    ...(await currency(fixture)),
    body: { rate: 3 },
  }),
  "currencies.delete": currency,
};
