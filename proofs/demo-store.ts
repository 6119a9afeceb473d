import assert from "node:assert/strict";
import type { Browser, ReachedPlatform } from "@souk/testkit";

/** The password of the demo's three people. */
export const demoPassword = "souk-demo";

/** The demo store of a development server, with its merchant signed in. */
export interface DemoStore {
  id: number;
  origin: string;
  host_url: string;
  owner: { browser: Browser };
}

export async function openDemoStore({ addresses, browser }: ReachedPlatform): Promise<DemoStore> {
  const owner = { browser: browser() };
  const origin = `${addresses.adminOrigin}/api/console`;
  const session = { email: "merchant@demo.test", password: demoPassword };
  const signedIn = await owner.browser.call("POST", `${origin}/session.json`, session);
  assert.equal(signedIn.status, 200, signedIn.text);
  const { stores } = (await owner.browser.call("GET", `${origin}/stores.json`)).json<{
    stores: { id: number; handle: string; host_url: string }[];
  }>();
  const store = stores.find(({ handle }) => handle === "demo") ?? assert.fail("no demo store");
  return { id: store.id, origin: addresses.storeOrigin("demo"), host_url: store.host_url, owner };
}

/** Return the token of a custom app of the store, with the scopes of products. */
export async function customAppToken({ host_url, owner }: DemoStore, name: string): Promise<string> {
  const app = { name, scopes: ["read_products", "write_products"] };
  const made = await owner.browser.call("POST", `${host_url}/api/console/custom_apps.json`, app);
  assert.equal(made.status, 200, made.text);
  return made.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
}

/** A variant at a location. */
export interface StockPlace {
  variant_id: number;
  location_id: number;
}

/** List some stock places of a store: the variants of its first products at every location. */
export async function stockPlaces(
  { request }: ReachedPlatform,
  store: DemoStore,
  token: string,
): Promise<StockPlace[]> {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await request(`${store.origin}/api/3.0${path}`, { token });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<T>();
  };
  const { products } = await get<{ products: { variants: { id: number }[] }[] }>(
    "/products.json?sort=id.asc&limit=6",
  );
  const { locations } = await get<{ locations: { id: number }[] }>("/locations.json");
  const variants = products.flatMap((product) => product.variants.slice(0, 2));
  return variants.flatMap(({ id: variant_id }) =>
    locations.map(({ id: location_id }) => ({ variant_id, location_id })),
  );
}
