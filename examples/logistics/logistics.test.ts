import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readAppConfig } from "@souk/app-sdk";
import {
  type ConnectedClient,
  consoleCall,
  eventually,
  type FakeClock,
  fakeClock,
  freePort,
  httpClient,
  pageForms,
  plainText,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import type { LogisticsConfig } from "./config.ts";
import { type RunningLogistics, startLogistics } from "./start-logistics.ts";

let platform: TestPlatform;
let store: SeededStore;
let registered: SeededApp;
let config: LogisticsConfig;
let logistics: RunningLogistics;
let client: ConnectedClient;

// Made when the tests begin: a file is loaded minutes before that, and the app rejects a timestamp that is too far from its own time.
let clock: FakeClock;
const now = () => new Date(clock.now());
before(async () => {
  clock = fakeClock();
  platform = await testPlatform();
  store = await seedStore(platform, { products: 2, locations: 2 });
  const port = await freePort();
  registered = await registerApp(platform, `http://localhost:${port}`);
  config = {
    app: readAppConfig(
      {
        SOUK_CLIENT_ID: registered.client_id,
        SOUK_CLIENT_SECRET: registered.client_secret,
        SOUK_APP_URL: registered.app_url,
        SOUK_REDIRECT_URL: registered.redirection_url,
        SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
      },
      { scopes: ["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"] },
    ),
    host: "127.0.0.1",
    port,
    dataDir: await mkdtemp(join(tmpdir(), "logistics-")),
  };
  logistics = await startLogistics(config, now);
  client = httpClient({ host: "127.0.0.1", port });
  await consoleAs("PUT", "/api/3.0/store.json", { store: { currency_code: "MYR", country_code: "MY" } });
  for (const { id } of store.locations)
    await consoleAs("PUT", `/api/3.0/locations/${id}.json`, { location: { country_code: "MY" } });
  const insertUrl = "insert into app_fulfillment_urls (app_id, topic, url) values ($1, $2, $3)";
  for (const topic of ["fulfillment/single", "fulfillment/bulk"])
    await platform.database.query(insertUrl, [registered.id, topic, `${logistics.url}webhooks`]);
});

after(async () => {
  client.stop();
  await logistics.stop();
  await platform.stop();
  await rm(config.dataDir, { recursive: true });
});

function consoleAs<T>(method: string, path: string, json?: unknown): Promise<T> {
  return consoleCall(store.owner.browser, [method, `${store.host_url}${path}`], json);
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

async function place(more: object = {}): Promise<Order> {
  const [variant] = store.variants;
  const { order } = await consoleAs<{ order: Order }>("POST", "/api/3.0/orders.json", {
    order: { email: "aina@example.com", line_items: [{ variant_id: variant?.id, quantity: 1 }], ...more },
  });
  return order;
}

const read = async (id: number) =>
  (await consoleAs<{ order: Order }>("GET", `/api/3.0/orders/${id}.json`)).order;

/** Select Fulfill with an app in the admin; returns the app's answer. */
async function fulfill(order_ids: number[], topic = "fulfillment/single") {
  const { fulfillment_request } = await consoleAs<{
    fulfillment_request: { answer: { url: string; message: string; style: string } };
  }>("POST", "/api/console/fulfillment_requests.json", {
    fulfillment_request: { app_handle: registered.handle, topic, order_ids },
  });
  return fulfillment_request.answer;
}

/** Submit the form of a booking page, as the merchant's Book button does. */
async function book(url: string, service: string) {
  const page = await client.request(url);
  const [form] = pageForms(page.text);
  assert.ok(form, plainText(page.text));
  const token = new URL(url).searchParams.get("token") ?? "";
  return client.request(`${logistics.url}book`, {
    method: "POST",
    body: new URLSearchParams({ token, service }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

test("a store that installs the app is offered its rates from then on", async () => {
  const { open } = await consoleAs<{ open: { url: string } }>("POST", "/api/console/apps/install.json", {
    app: registered.client_id,
  });
  const { browser } = store.owner;
  const first = await client.request(open.url);
  const consent = await browser.follow(await browser.open(first.location));
  const approved = await browser.follow(await browser.press(consent, "Approve"));
  assert.equal((await client.request(approved.leadsTo)).status, 302);
  const { shipping_rates, unanswered } = await consoleAs<{
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
      [`${registered.handle}-shipping-economy`, "7.50"],
      [`${registered.handle}-shipping-standard`, "11.00"],
      [`${registered.handle}-shipping-express`, "20.00"],
    ],
  );
});

test("Fulfill opens a page for the admin only; Book sends the order and a parcel moves", async () => {
  const order = await place({
    shipping_fees: [
      { name: "Express", price: "16.00", store_app_id: `${registered.handle}-shipping-express` },
    ],
  });
  const { url } = await fulfill([order.id]);
  const page = await client.request(url);
  const policy = String(page.headers["content-security-policy"]);
  assert.ok(policy.endsWith(`frame-ancestors ${platform.addresses.adminOrigin}`), policy);
  assert.match(page.text, /value="express" checked/);
  const booked = plainText((await book(url, "standard")).text);
  assert.match(booked, /The parcel is booked.*The customer receives the tracking number by email/s);

  const [sent] = (await read(order.id)).fulfillments;
  assert.ok(sent);
  const { tracking_number, tracking_url, id: _, ...rest } = sent;
  assert.match(tracking_number, /^LP\d{14}$/);
  assert.equal(tracking_url, `${new URL(registered.app_url).origin}/track/${tracking_number}`);
  const kept = { tracking_company: "Lintas Parcel", service: "Standard", app_handle: registered.handle };
  assert.deepEqual(rest, { ...rest, ...kept, status: "pending" });
  const row = await platform.database.one<{ n: number }>(
    "select count(*)::int as n from mails where store_id = $1",
    [store.id],
  );
  assert.equal(row.n, 1);

  const states: string[] = [];
  for (const ms of [1_000, 60_000, 300_000]) {
    clock.advance(ms);
    await logistics.goRound();
    states.push((await read(order.id)).fulfillments[0]?.status ?? "");
  }
  assert.deepEqual(states, ["pending", "in_transit", "delivered"]);
  assert.match((await client.request(tracking_url)).text, /Delivered\./);
});

test("repeated presses book one parcel; no email is reported without an address", async () => {
  const order = await place({ email: "" });
  const { url } = await fulfill([order.id]);
  const pages = await Promise.all([book(url, "economy"), book(url, "economy")]);
  const headings = pages.map(({ text }) => /<h1>(.+)<\/h1>/.exec(text)?.[1]);
  assert.deepEqual(headings.sort(), ["Nothing left to ship", "The parcel is booked"]);
  assert.match(pages.map(({ text }) => text).join(), /no email address, so no tracking email was sent/);
  assert.match((await client.request(url)).text, /Nothing left to ship/);
  assert.equal((await read(order.id)).fulfillments.length, 1);
});

test("several orders are booked with their selected services; failures are reported", async () => {
  const orders = [await place(), await place()];
  const ids = orders.map(({ id }) => id);
  await consoleAs("POST", `/api/3.0/orders/${ids[1]}/cancel.json`, {});
  const first = await fulfill(ids, "fulfillment/bulk");
  assert.equal(first.style, "warning");
  assert.match(first.message, /^Booked 1 parcel\. #\d+: LP\d{14}\. #\d+: nothing is left to send\.$/);
  const again = await fulfill(ids, "fulfillment/bulk");
  assert.deepEqual([again.style, again.message.slice(0, 17)], ["error", "Booked 0 parcels."]);
  const [sent] = (await read(ids[0] ?? 0)).fulfillments;
  assert.equal(sent?.service, "Economy");
});

test("a parcel without a fulfillment gets one after the app restarts", async () => {
  const order = await place();
  const { url } = await fulfill([order.id]);
  const scopes = (list: string[]) =>
    platform.database.query("update access_tokens set scopes = $2 where store_id = $1", [store.id, list]);
  await scopes(["read_orders", "write_orders", "read_fulfillments"]);
  const rejected = await book(url, "express");
  assert.match(plainText(rejected.text), /does not have the permission write_fulfillments/);
  assert.deepEqual((await read(order.id)).fulfillments, []);
  await scopes(["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"]);
  await logistics.stop();
  logistics = await startLogistics(config, now);
  await logistics.goRound();
  const [sent, ...others] = (await read(order.id)).fulfillments;
  assert.deepEqual([sent?.service, others], ["Express", []]);

  // The app stopped before it had saved the store's response, long ago.
  await logistics.stop();
  const [path = ""] = (await readdir(config.dataDir, { recursive: true })).filter((name) =>
    name.endsWith(`${sent?.tracking_number}.json`),
  );
  const kept = JSON.parse(await readFile(join(config.dataDir, path), "utf8"));
  await writeFile(join(config.dataDir, path), JSON.stringify({ ...kept, fulfillment_id: null }));
  await platform.database.query("delete from idempotency_keys");
  logistics = await startLogistics(config, now);
  await logistics.goRound();
  assert.equal((await read(order.id)).fulfillments.length, 1);
  assert.match((await client.request(sent?.tracking_url ?? "")).text, /Booked\./);
});

test("a cancelled fulfillment cancels its parcel, and the order can be shipped again", async () => {
  const order = await place();
  await book((await fulfill([order.id])).url, "economy");
  const [sent] = (await read(order.id)).fulfillments;
  await consoleAs("POST", `/api/3.0/orders/${order.id}/fulfillments/${sent?.id}/cancel.json`, {});
  clock.advance(60_000);
  await logistics.goRound();
  assert.match((await client.request(sent?.tracking_url ?? "")).text, /Cancelled\./);
  await book((await fulfill([order.id])).url, "economy");
  assert.deepEqual(
    (await read(order.id)).fulfillments.map(({ status }) => status),
    ["cancelled", "pending"],
  );
});

test("a parcel that the merchant marks as delivered is delivered in the app too", async () => {
  const order = await place();
  await book((await fulfill([order.id])).url, "economy");
  const [sent] = (await read(order.id)).fulfillments;
  await consoleAs("PUT", `/api/3.0/orders/${order.id}/fulfillments/${sent?.id}.json`, {
    fulfillment: { status: "delivered" },
  });
  clock.advance(60_000);
  await logistics.goRound();
  assert.match((await client.request(sent?.tracking_url ?? "")).text, /Delivered\./);
});

test("an unsigned request and a page without a token book nothing", async () => {
  const order = await place();
  const forged = await client.request(`${logistics.url}webhooks`, {
    method: "POST",
    json: { ids: [order.id] },
    headers: {
      "service-topic": "fulfillment/bulk",
      "service-shop-domain": new URL(store.origin).hostname,
      "service-hmac-sha256": "0".repeat(64),
    },
  });
  assert.equal(forged.status, 401);
  const { url } = await fulfill([order.id]);
  const worn = url.replace(/[\w-](?=[\w-]{42}$)/, (letter) => (letter === "A" ? "B" : "A"));
  assert.equal((await client.request(worn)).status, 403);
  assert.match((await client.request(`${logistics.url}track/LP00000000000000`)).text, /Parcel not found/);
  assert.deepEqual((await read(order.id)).fulfillments, []);
});

test("a store that removes the app is deleted with all its parcels", async () => {
  const { apps } = await consoleAs<{ apps: { id: number }[] }>("GET", "/api/console/apps.json");
  await consoleAs("DELETE", `/api/console/apps/${apps[0]?.id}.json`);
  await eventually(async () => (await readdir(join(config.dataDir, "parcels"))).length === 0, {
    within: 15_000,
  });
});
