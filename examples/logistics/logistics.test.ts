import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readAppConfig } from "@souk/app-sdk";
import {
  type ConnectedClient,
  callConsole,
  createFakeClock,
  createHttpClient,
  eventually,
  extractText,
  type FakeClock,
  findFreePort,
  parsePageForms,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import type { LogisticsConfig } from "./config.ts";
import { type RunningLogistics, startLogistics } from "./start-logistics.ts";

let platform: TestPlatform;
let store: SeededStore;
let registeredApp: SeededApp;
let config: LogisticsConfig;
let logistics: RunningLogistics;
let client: ConnectedClient;

// The clock is created when the tests begin. The file can be loaded minutes earlier, and the app rejects a timestamp that
// differs too much from its own time.
let clock: FakeClock;
const now = () => new Date(clock.now());
before(async () => {
  clock = createFakeClock();
  platform = await startTestPlatform({ clock });
  store = await seedStore(platform, { products: 2, locations: 2 });
  const port = await findFreePort();
  registeredApp = await registerApp(platform, `http://localhost:${port}`);
  config = {
    app: readAppConfig(
      {
        SOUK_CLIENT_ID: registeredApp.client_id,
        SOUK_CLIENT_SECRET: registeredApp.client_secret,
        SOUK_APP_URL: registeredApp.app_url,
        SOUK_REDIRECT_URL: registeredApp.redirection_url,
        SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
      },
      { scopes: ["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"] },
    ),
    host: "127.0.0.1",
    port,
    dataDir: await mkdtemp(join(tmpdir(), "logistics-")),
  };
  logistics = await startLogistics(config, now);
  client = createHttpClient({ host: "127.0.0.1", port });
  await callAsOwner("PUT", "/api/3.0/store.json", { store: { currency_code: "MYR", country_code: "MY" } });
  for (const { id } of store.locations)
    await callAsOwner("PUT", `/api/3.0/locations/${id}.json`, { location: { country_code: "MY" } });
  const insertUrlSql = "insert into app_fulfillment_urls (app_id, topic, url) values ($1, $2, $3)";
  for (const topic of ["fulfillment/single", "fulfillment/bulk"])
    await platform.database.query(insertUrlSql, [registeredApp.id, topic, `${logistics.url}webhooks`]);
});

after(async () => {
  client.stop();
  await logistics.stop();
  await platform.stop();
  await rm(config.dataDir, { recursive: true });
});

/** Call an operation of the store as its owner does in the admin. @returns the response's JSON */
function callAsOwner<T>(method: string, path: string, json?: unknown): Promise<T> {
  return callConsole(store.owner.browser, [method, `${store.host_url}${path}`], json);
}

interface Order {
  id: number;
  order_number: string;
  fulfillment_status: string;
  fulfillments: {
    id: number;
    status: string;
    tracking_company: string;
    tracking_number: string;
    tracking_url: string;
    service: string;
    app_handle: string;
  }[];
}

async function createOrder(fields: object = {}): Promise<Order> {
  const [variant] = store.variants;
  const { order } = await callAsOwner<{ order: Order }>("POST", "/api/3.0/orders.json", {
    order: { email: "aina@example.com", line_items: [{ variant_id: variant?.id, quantity: 1 }], ...fields },
  });
  return order;
}

const loadOrder = async (id: number) =>
  (await callAsOwner<{ order: Order }>("GET", `/api/3.0/orders/${id}.json`)).order;

/** Select Fulfill with an app in the admin. @returns the app's response */
async function selectFulfill(order_ids: number[], topic = "fulfillment/single") {
  const { fulfillment_request } = await callAsOwner<{
    fulfillment_request: { answer: { url: string; message: string; style: string } };
  }>("POST", "/api/console/fulfillment_requests.json", {
    fulfillment_request: { app_handle: registeredApp.handle, topic, order_ids },
  });
  return fulfillment_request.answer;
}

/** Submit the form of a booking page, as the merchant's Book button does. */
async function submitBooking(url: string, service: string) {
  const page = await client.request(url);
  const [form] = parsePageForms(page.text);
  assert.ok(form, extractText(page.text));
  const token = new URL(url).searchParams.get("token") ?? "";
  return client.request(`${logistics.url}book`, {
    method: "POST",
    body: new URLSearchParams({ token, service }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

test("a store that installed the app gets the app's shipping rates", async () => {
  const { open } = await callAsOwner<{ open: { url: string } }>("POST", "/api/console/apps/install.json", {
    app: registeredApp.client_id,
  });
  const { browser } = store.owner;
  const authorizeRedirect = await client.request(open.url);
  const consent = await browser.followRedirects(await browser.open(authorizeRedirect.location));
  const approvalResponse = await browser.followRedirects(await browser.clickButton(consent, "Approve"));
  assert.equal((await client.request(approvalResponse.redirectTarget)).status, 302);
  const { shipping_rates, unanswered } = await callAsOwner<{
    shipping_rates: { store_app_id: string; price: string }[];
    unanswered: unknown[];
  }>("POST", "/api/3.0/shipping_rates.json", {
    shipping_rate: {
      destination: { country_code: "MY" },
      items: [{ name: "Tray", price: "42.00", grams: 1500, quantity: 1 }],
    },
  });
  assert.deepEqual(unanswered, []);
  assert.deepEqual(
    shipping_rates.map(({ store_app_id, price }) => [store_app_id, price]),
    [
      [`${registeredApp.handle}-shipping-economy`, "7.50"],
      [`${registeredApp.handle}-shipping-standard`, "11.00"],
      [`${registeredApp.handle}-shipping-express`, "20.00"],
    ],
  );
});

test("the Fulfill action opens the app's booking page, and the page's Book button creates a fulfillment", async () => {
  const order = await createOrder({
    shipping_fees: [
      { name: "Express", price: "16.00", store_app_id: `${registeredApp.handle}-shipping-express` },
    ],
  });
  const { url } = await selectFulfill([order.id]);
  const page = await client.request(url);
  const policy = String(page.headers["content-security-policy"]);
  assert.ok(policy.endsWith(`frame-ancestors ${platform.addresses.adminOrigin}`), policy);
  assert.match(page.text, /value="express" checked/);
  const bookedPageText = extractText((await submitBooking(url, "standard")).text);
  assert.match(bookedPageText, /The parcel is booked.*The customer receives the tracking number by email/s);

  const [fulfillment] = (await loadOrder(order.id)).fulfillments;
  assert.ok(fulfillment);
  const { tracking_number, tracking_url, id: _, ...otherFields } = fulfillment;
  assert.match(tracking_number, /^LP\d{14}$/);
  assert.equal(tracking_url, `${new URL(registeredApp.app_url).origin}/track/${tracking_number}`);
  const expectedFields = { tracking_company: "Lintas Parcel", service: "Standard", status: "pending" };
  assert.deepEqual(otherFields, { ...otherFields, ...expectedFields, app_handle: registeredApp.handle });
  const countSql = "select count(*)::int as n from mails where store_id = $1";
  assert.equal((await platform.database.one<{ n: number }>(countSql, [store.id])).n, 1);

  const statuses: string[] = [];
  for (const ms of [1_000, 60_000, 300_000]) {
    clock.advance(ms);
    await logistics.updateParcels();
    statuses.push((await loadOrder(order.id)).fulfillments[0]?.status ?? "");
  }
  assert.deepEqual(statuses, ["pending", "in_transit", "delivered"]);
  assert.match((await client.request(tracking_url)).text, /Delivered\./);
});

test("clicking Book twice books one parcel, and a page says that a customer without email gets no tracking email", async () => {
  const order = await createOrder({ email: "" });
  const { url } = await selectFulfill([order.id]);
  const pages = await Promise.all([submitBooking(url, "economy"), submitBooking(url, "economy")]);
  const headings = pages.map(({ text }) => /<h1>(.+)<\/h1>/.exec(text)?.[1]);
  assert.deepEqual(headings.sort(), ["Nothing left to ship", "The parcel is booked"]);
  assert.match(pages.map(({ text }) => text).join(), /no email address, so no tracking email was sent/);
  assert.match((await client.request(url)).text, /Nothing left to ship/);
  assert.equal((await loadOrder(order.id)).fulfillments.length, 1);
});

test("a bulk Fulfill action books parcels and lists the orders with nothing left to ship", async () => {
  const orders = [await createOrder(), await createOrder()];
  const ids = orders.map(({ id }) => id);
  await callAsOwner("POST", `/api/3.0/orders/${ids[1]}/cancel.json`, {});
  const response = await selectFulfill(ids, "fulfillment/bulk");
  assert.equal(response.style, "warning");
  assert.match(response.message, /^Booked 1 parcel\. #\d+: LP\d{14}\. #\d+ has nothing left to ship\.$/);
  const { style, message } = await selectFulfill(ids, "fulfillment/bulk");
  assert.deepEqual([style, message.slice(0, 17)], ["error", "Booked 0 parcels."]);
  const [fulfillment] = (await loadOrder(ids[0] ?? 0)).fulfillments;
  assert.equal(fulfillment?.service, "Economy");
});

test("a parcel that has no fulfillment gets one after the app restarts", async () => {
  const order = await createOrder();
  const { url } = await selectFulfill([order.id]);
  const setScopes = (scopes: string[]) =>
    platform.database.query("update access_tokens set scopes = $2 where store_id = $1", [store.id, scopes]);
  await setScopes(["read_orders", "write_orders", "read_fulfillments"]);
  const errorPage = await submitBooking(url, "express");
  assert.match(extractText(errorPage.text), /does not have the permission write_fulfillments/);
  assert.deepEqual((await loadOrder(order.id)).fulfillments, []);
  await setScopes(["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"]);
  await logistics.stop();
  logistics = await startLogistics(config, now);
  await logistics.updateParcels();
  const [fulfillment, ...otherFulfillments] = (await loadOrder(order.id)).fulfillments;
  assert.deepEqual([fulfillment?.service, otherFulfillments], ["Express", []]);

  // Simulate that the app crashed before it saved the store's response, and that the idempotency key has expired since.
  await logistics.stop();
  const [path = ""] = (await readdir(config.dataDir, { recursive: true })).filter((name) =>
    name.endsWith(`${fulfillment?.tracking_number}.json`),
  );
  const parcel = JSON.parse(await readFile(join(config.dataDir, path), "utf8"));
  await writeFile(join(config.dataDir, path), JSON.stringify({ ...parcel, fulfillment_id: null }));
  await platform.database.query("delete from idempotency_keys");
  logistics = await startLogistics(config, now);
  await logistics.updateParcels();
  assert.equal((await loadOrder(order.id)).fulfillments.length, 1);
  assert.match((await client.request(fulfillment?.tracking_url ?? "")).text, /Booked\./);
});

test("a canceled fulfillment cancels its parcel, and the order can be shipped again", async () => {
  const order = await createOrder();
  await submitBooking((await selectFulfill([order.id])).url, "economy");
  const [fulfillment] = (await loadOrder(order.id)).fulfillments;
  await callAsOwner("POST", `/api/3.0/orders/${order.id}/fulfillments/${fulfillment?.id}/cancel.json`, {});
  clock.advance(60_000);
  await logistics.updateParcels();
  assert.match((await client.request(fulfillment?.tracking_url ?? "")).text, /Canceled\./);
  await submitBooking((await selectFulfill([order.id])).url, "economy");
  assert.deepEqual(
    (await loadOrder(order.id)).fulfillments.map(({ status }) => status),
    ["cancelled", "pending"],
  );
});

test("when a merchant marks a fulfillment as delivered, the app marks the fulfillment's parcel as delivered", async () => {
  const order = await createOrder();
  await submitBooking((await selectFulfill([order.id])).url, "economy");
  const [fulfillment] = (await loadOrder(order.id)).fulfillments;
  await callAsOwner("PUT", `/api/3.0/orders/${order.id}/fulfillments/${fulfillment?.id}.json`, {
    fulfillment: { status: "delivered" },
  });
  clock.advance(60_000);
  await logistics.updateParcels();
  assert.match((await client.request(fulfillment?.tracking_url ?? "")).text, /Delivered\./);
});

test("a request with an invalid signature or an invalid booking token books no parcel", async () => {
  const order = await createOrder();
  const forgedRequest = await client.request(`${logistics.url}webhooks`, {
    method: "POST",
    json: { ids: [order.id] },
    headers: {
      "service-topic": "fulfillment/bulk",
      "service-shop-domain": new URL(store.origin).hostname,
      "service-hmac-sha256": "0".repeat(64),
    },
  });
  assert.equal(forgedRequest.status, 401);
  const { url } = await selectFulfill([order.id]);
  // The URL ends with the token's signature, whose first character is changed here.
  const invalidUrl = url.replace(/[\w-](?=[\w-]{42}$)/, (letter) => (letter === "A" ? "B" : "A"));
  assert.equal((await client.request(invalidUrl)).status, 403);
  assert.match((await client.request(`${logistics.url}track/LP00000000000000`)).text, /Parcel not found/);
  assert.deepEqual((await loadOrder(order.id)).fulfillments, []);
});

test("all parcels of a store are deleted if the store uninstalls the app", async () => {
  const { apps } = await callAsOwner<{ apps: { id: number }[] }>("GET", "/api/console/apps.json");
  await callAsOwner("DELETE", `/api/console/apps/${apps[0]?.id}.json`);
  await eventually(async () => (await readdir(join(config.dataDir, "parcels"))).length === 0, {
    timeoutMs: 15_000,
  });
});
