import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { after, before, type TestContext, test } from "node:test";
import { eventually } from "@souk/testkit";
import type { Arrival } from "./live/board.ts";
import type { Stock } from "./stock/read-stock.ts";
import { type SyncFixture, startSyncFixture } from "./testing/sync-fixture.ts";

let fixture: SyncFixture;
let proof: { authorization: string };
let stockPath: string;

before(async () => {
  fixture = await startSyncFixture();
  stockPath = `${fixture.sync.url}shops/${fixture.hostname}/stock`;
});
after(() => fixture.stop());

/** Sign an App URL, as the admin does for a click on the app. */
async function signedAddress(): Promise<string> {
  const body = { app: fixture.registered.client_id };
  return (await fixture.console<{ open: { url: string } }>("POST", "/apps/install.json", body)).open.url;
}

/** Follow the events of the store, as the app's page does. */
async function follow(t: TestContext): Promise<{ name: string; data: Record<string, unknown> }[]> {
  const events: { name: string; data: Record<string, unknown> }[] = [];
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const url = stockPath.replace(/stock$/, "live").replace("localhost", "127.0.0.1");
  const sent = get(url, { headers: proof, agent: false }, resolve);
  const stream = await promise;
  assert.equal(stream.statusCode, 200);
  stream.on("error", () => undefined);
  stream.setEncoding("utf8").on("data", (text: string) => {
    for (const [, name = "", data = ""] of text.matchAll(/event: (.+)\ndata: (.+)\n/g))
      events.push({ name, data: JSON.parse(data) as Record<string, unknown> });
  });
  t.after(() => sent.destroy());
  return events;
}

test("a new store that loads the App URL consents and gets the app installed", async () => {
  const { browser } = fixture.store.owner;
  const first = await fixture.app(await signedAddress());
  const consent = await browser.follow(await browser.open(first.location));
  const approved = await browser.follow(await browser.press(consent, "Approve"));
  const installed = await fixture.app(approved.leadsTo);
  assert.equal(
    installed.location,
    `${fixture.store.host_url}/apps/installed/${fixture.registered.client_id}`,
  );

  const { apps } = await fixture.console<{ apps: { id: number; status: string }[] }>("GET", "/apps.json");
  assert.equal(apps[0]?.status, "enabled");
  const path = `/apps/${apps[0].id}/session_token.json`;
  const { session_token } = await fixture.console<{ session_token: string }>("POST", path);
  proof = { authorization: `Bearer ${session_token}` };
});

test("only the admin may frame the embedded page, and only its own scripts run", async () => {
  const page = await fixture.app(await signedAddress(), { headers: { "sec-fetch-dest": "iframe" } });
  assert.equal(page.status, 200);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /script-src 'nonce-[\w-]+';/);
  assert.ok(policy.endsWith(`frame-ancestors ${fixture.platform.addresses.adminOrigin}`), policy);
  assert.ok(page.text.includes(`${fixture.platform.addresses.adminOrigin}/app-bridge.js`));
  assert.doesNotMatch(page.text, /\son\w+=|<script>|style="/);
  for (const name of ["page.js", "style.css", "icon.svg"])
    assert.equal((await fixture.app(`${fixture.sync.url}assets/${name}`)).status, 200, name);
});

test("stock is shown only to a page that proves its session", async () => {
  const { status, json } = await fixture.app(stockPath, { headers: proof });
  assert.equal(status, 200);
  const { products, locations, page_count } = json<Stock>();
  assert.deepEqual([products.length, locations.length, page_count], [3, 2, 1]);
  const [location] = fixture.store.locations;
  const level = products[0]?.variants[0]?.levels[location?.id ?? 0];
  assert.equal(typeof level?.quantity, "number");

  const strangers = [{}, { authorization: "Bearer x.y.z" }, { "sec-fetch-site": "same-origin" }];
  for (const headers of strangers) assert.equal((await fixture.app(stockPath, { headers })).status, 401);
  const elsewhere = stockPath.replace(fixture.hostname, `other.${fixture.platform.addresses.domain}`);
  assert.equal((await fixture.app(elsewhere, { headers: proof })).status, 401);
});

test("the admin links open in the admin and show only the selected products' stock", async () => {
  const { app_links } = await fixture.console<{ app_links: { id: number; placement: string }[] }>(
    "GET",
    "/app_links.json",
  );
  const [product, other] = [...new Set(fixture.store.variants.map(({ product_id }) => product_id))];
  const opened = async (placement: string, ids: (number | undefined)[], dest: string) => {
    const link = app_links.find((candidate) => candidate.placement === placement);
    const path = `/app_links/${link?.id}/open.json`;
    const { open } = await fixture.console<{ open: { url: string } }>("POST", path, { ids });
    return fixture.app(open.url, { headers: { "sec-fetch-dest": dest } });
  };
  assert.match((await opened("product", [product], "iframe")).text, new RegExp(`data-chosen="${product}"`));
  const both = await opened("products", [product, other], "iframe");
  assert.match(both.text, new RegExp(`data-chosen="${product},${other}"`));
  const tab = await opened("product", [product], "document");
  const passed = await fixture.app(new URL(tab.location, fixture.sync.url).href);
  assert.equal(passed.location, `/shops/${fixture.hostname}?products=${product}`);
  const { products } = (
    await fixture.app(`${stockPath}?products=${product}`, { headers: proof })
  ).json<Stock>();
  assert.deepEqual(
    products.map(({ id }) => id),
    [product],
  );
});

test("a repeated stock change applies once, and its webhook reaches the page", async (t) => {
  const events = await follow(t);
  await eventually(() => events[0]?.name === "recent");
  const [variant] = fixture.store.variants;
  const [location] = fixture.store.locations;
  const ids = { variant_id: variant?.id, location_id: location?.id };
  const send = (json: object, key: string) =>
    fixture.app(stockPath, { method: "PUT", json, headers: { ...proof, "idempotency-key": key } });

  assert.equal((await send({ ...ids, quantity: 40 }, "set")).json<{ quantity: number }>().quantity, 40);
  const twice = [
    await send({ ...ids, adjustment_quantity: -3 }, "adjust"),
    await send({ ...ids, adjustment_quantity: -3 }, "adjust"),
  ];
  assert.deepEqual(
    twice.map((answer) => answer.json<{ quantity: number }>().quantity),
    [37, 37],
  );
  const arrival = await eventually(
    () => events.map(({ data }) => data as unknown as Arrival).find(({ level }) => level?.quantity === 37),
    { within: 15_000 },
  );
  assert.deepEqual(
    [arrival.topic, arrival.stale, arrival.level?.variant_id],
    ["inventory_level/inventory_quantity_update", false, variant?.id],
  );
  await eventually(() => events.some(({ data }) => data["topic"] === "product/update"), { within: 15_000 });
});

test("platform errors are shown with their request id", async () => {
  const [location] = fixture.store.locations;
  const json = { variant_id: 999_999_999, location_id: location?.id, quantity: 1 };
  const answer = await fixture.app(stockPath, {
    method: "PUT",
    json,
    headers: { ...proof, "idempotency-key": "missing" },
  });
  const { error } = answer.json<{ error: { code: string; message: string; request_id: string } }>();
  assert.deepEqual([answer.status, error.code], [404, "not_found"]);
  assert.ok(error.message !== "" && error.request_id.startsWith("req_"), error.request_id);
  const nonsense = await fixture.app(stockPath, { method: "PUT", body: "{", headers: proof });
  assert.equal(nonsense.status, 422);
});

test("in its own tab the app has a reloadable address and a cookie for the visit", async () => {
  const entered = await fixture.app(await signedAddress(), { headers: { "sec-fetch-dest": "document" } });
  assert.equal(entered.status, 303);
  const passed = await fixture.app(new URL(entered.location, fixture.sync.url).href);
  assert.equal(passed.location, `/shops/${fixture.hostname}`);
  const [cookie = ""] = passed.headers["set-cookie"] ?? [];
  assert.match(cookie, /; Path=\/shops\/[\w.-]+; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const page = await fixture.app(new URL(passed.location, fixture.sync.url).href, { headers });
  assert.equal(page.status, 200);
  assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'$/);
  const own = { ...headers, "sec-fetch-site": "same-origin" };
  assert.equal((await fixture.app(stockPath, { headers: own })).status, 200);
  for (const site of ["cross-site", "same-site"])
    assert.equal((await fixture.app(stockPath, { headers: { ...own, "sec-fetch-site": site } })).status, 401);
  // The signature's first letter: the last one has bits that mean nothing.
  const other = (letter: string): string => (letter === "A" ? "B" : "A");
  const forged = { cookie: headers.cookie.replace(/[\w-](?=[\w-]{42}$)/, other) };
  const closed = await fixture.app(new URL(passed.location, fixture.sync.url).href, { headers: forged });
  assert.equal(closed.status, 403);
  assert.match(closed.text, /go to Apps and open Inventory Sync/);
});

test("an open page is notified when the store uninstalls the app", async (t) => {
  const events = await follow(t);
  const { apps } = await fixture.console<{ apps: { id: number }[] }>("GET", "/apps.json");
  await fixture.console("DELETE", `/apps/${apps[0]?.id}.json`);
  await eventually(() => events.some(({ name }) => name === "removed"), { within: 15_000 });
  await eventually(async () => (await fixture.app(stockPath, { headers: proof })).status === 401);
});
