import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Browser, HttpResponse } from "@souk/testkit";
import { createCustomAppToken, type DemoStore, demoPassword, listStockPlaces } from "../demo-store.ts";
import type { ServerProcess } from "../server-process.ts";
import type { Victim } from "./stranger.ts";

const appCount = 10;
const email = "merchant@demo.test";

/** The requests of an honest store's apps, and of its owner. */
export interface HonestStore {
  victim: Victim;
  /** Send the request of an app: it reads a product or a list of products, or adjusts stock. */
  sendAsApp(nth: number): Promise<HttpResponse>;
  /** Send a request of the owner: in turn a sign-in on a known device, a page of the admin, and a list of orders. */
  sendAsOwner(nth: number): Promise<HttpResponse>;
}

/** Create a product that the stranger must not read, and an account that has not verified its address. */
async function createVictim(server: ServerProcess, { host_url, owner }: DemoStore): Promise<Victim> {
  const marker = `Marker ${randomBytes(8).toString("hex")}`;
  const product = { title: marker };
  const productResponse = await owner.browser.call("POST", `${host_url}/api/3.0/products.json`, { product });
  assert.equal(productResponse.status, 200, productResponse.text);
  const ordersResponse = await owner.browser.call("GET", `${host_url}/api/3.0/orders.json?limit=1`);
  assert.equal(ordersResponse.status, 200, ordersResponse.text);
  const unverifiedEmail = `new-${randomBytes(5).toString("hex")}@victims.test`;
  const account = { email: unverifiedEmail, password: "three lamps on a shelf", name: "New" };
  const url = `${server.addresses.adminOrigin}/api/console/accounts.json`;
  const signUpResponse = await server.browser().call("POST", url, { account });
  assert.equal(signUpResponse.status, 200, signUpResponse.text);
  const { orders } = ordersResponse.json<{ orders: { id: number }[] }>();
  return {
    handle: "demo",
    marker,
    email,
    unverifiedEmail,
    productId: productResponse.json<{ product: { id: number } }>().product.id,
    orderId: orders[0]?.id ?? assert.fail("no order"),
  };
}

/** Sign in as the owner in another browser, so that this browser is a known device. */
async function openOtherBrowser({ browser, addresses }: ServerProcess): Promise<Browser> {
  const otherBrowser = browser();
  const url = `${addresses.adminOrigin}/api/console/session.json`;
  const response = await otherBrowser.call("POST", url, { email, password: demoPassword });
  assert.equal(response.status, 200, response.text);
  return otherBrowser;
}

/** Create ten apps in the demo store, and the requests that the apps and the owner send. */
export async function createHonestStore(server: ServerProcess, store: DemoStore): Promise<HonestStore> {
  const tokens: string[] = [];
  for (let n = 0; n < appCount; n += 1) tokens.push(await createCustomAppToken(store, `Honest ${n}`));
  const [stockPlace] = await listStockPlaces(server, store, tokens[0] ?? "");
  const victim = await createVictim(server, store);
  const reads = [
    `/3.0/products/${victim.productId}.json`,
    "/3.0/products.json?limit=50",
    "/3.0/products.json?limit=20&sort=id.asc",
  ];
  const json = { ...stockPlace, adjustment_quantity: 1 };
  const { browser } = store.owner;
  // Signing in again ends a browser's former session. The owner's browser needs its session, so another browser signs in.
  const otherBrowser = await openOtherBrowser(server);
  const sessionUrl = `${server.addresses.adminOrigin}/api/console/session.json`;
  const visits = [
    () => otherBrowser.call("POST", sessionUrl, { email, password: demoPassword }),
    () => browser.open(`${store.host_url}/orders`),
    () => browser.call("GET", `${store.host_url}/api/3.0/orders.json?limit=50`),
  ] as const;
  return {
    victim,
    sendAsApp: (nth) => {
      const token = tokens[nth % tokens.length] ?? "";
      // After each round of reads, one request adjusts stock.
      const path = reads[nth % (reads.length + 1)];
      if (path !== undefined) return server.request(`${store.origin}/api${path}`, { token });
      const url = `${store.origin}/api/4.0/inventory_levels/adjust.json`;
      return server.request(url, { method: "PUT", token, json });
    },
    sendAsOwner: (nth) => (visits[nth % visits.length] ?? visits[0])(),
  };
}
