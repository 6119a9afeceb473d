import assert from "node:assert/strict";
import type { Browser, PlatformClient } from "@souk/testkit";

/** The password of all accounts of the demo. */
export const demoPassword = "souk-demo";

/** The demo store of a development server, with the browser in which the store's owner is signed in. */
export interface DemoStore {
  id: number;
  origin: string;
  host_url: string;
  owner: { browser: Browser };
}

/** Sign in as the merchant of the demo, and find the demo store. */
export async function openDemoStore({ addresses, browser }: PlatformClient): Promise<DemoStore> {
  const owner = { browser: browser() };
  const origin = `${addresses.adminOrigin}/api/console`;
  const credentials = { email: "merchant@demo.test", password: demoPassword };
  const response = await owner.browser.call("POST", `${origin}/session.json`, credentials);
  assert.equal(response.status, 200, response.text);
  const { stores } = (await owner.browser.call("GET", `${origin}/stores.json`)).json<{
    stores: { id: number; handle: string; host_url: string }[];
  }>();
  const store = stores.find(({ handle }) => handle === "demo") ?? assert.fail("no demo store");
  return { id: store.id, origin: addresses.storeOrigin("demo"), host_url: store.host_url, owner };
}

/** Create a custom app with the scopes for products. @returns its access token */
export async function createCustomAppToken({ host_url, owner }: DemoStore, name: string): Promise<string> {
  const app = { name, scopes: ["read_products", "write_products"] };
  const response = await owner.browser.call("POST", `${host_url}/api/console/custom_apps.json`, app);
  assert.equal(response.status, 200, response.text);
  return response.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
}

/** A variant at a location. */
export interface StockPlace {
  variant_id: number;
  location_id: number;
}

/** Return stock places of a store: variants of its first products at every location. */
export async function listStockPlaces(
  { request }: PlatformClient,
  store: DemoStore,
  token: string,
): Promise<StockPlace[]> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await request(`${store.origin}/api/3.0${path}`, { token });
    assert.equal(response.status, 200, response.text);
    return response.json<T>();
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
