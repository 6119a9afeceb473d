import type { Ground } from "./access-callers.ts";

/** A currency made for one call; only its id is looked at. */
async function currency({ testing, shop }: Ground): Promise<{ params: { id: string } }> {
  const { rows } = await testing.database.query<{ id: number }>(
    `insert into currencies (store_id, code, rate)
     select $1, 'SAMPLE ' || count(*), 2 from currencies where store_id = $1 returning id`,
    [shop.id],
  );
  return { params: { id: String(rows[0]?.id ?? 0) } };
}

/** How the operations of a store's settings and currencies are called. */
export const storeSamples = {
  "store.get": () => ({}),
  "store.update": () => ({ body: { phone: "+60 3-2691 0000" } }),
  "currencies.list": () => ({}),
  "currencies.count": () => ({}),
  "currencies.get": currency,
  "currencies.create": () => ({ body: { code: "SGD", rate: "0.3057" } }),
  "currencies.update": async (ground: Ground) => ({ ...(await currency(ground)), body: { rate: 3 } }),
  "currencies.delete": currency,
};
