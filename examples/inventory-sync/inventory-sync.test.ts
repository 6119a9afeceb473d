import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { after, before, type TestContext, test } from "node:test";
import { eventually } from "@souk/testkit";
import type { Arrival } from "./live/board.ts";
import type { Stock } from "./stock/read-stock.ts";
import { startWorld, type World } from "./testing/world.ts";

let world: World;
let proof: { authorization: string };
let stockPath: string;

before(async () => {
  world = await startWorld();
  stockPath = `${world.sync.url}shops/${world.hostname}/stock`;
});
after(() => world.stop());

/** A freshly signed App URL, as the admin makes it for a click on the app. */
async function signedAddress(): Promise<string> {
  const body = { app: world.registered.client_id };
  return (await world.console<{ open: { url: string } }>("POST", "/apps/install.json", body)).open.url;
}

/** Follows what happens in the shop, as the app's page does. */
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

test("a load of the App URL by a new shop ends, after its consent, with the app installed", async () => {
  const { browser } = world.shop.owner;
  const first = await world.app(await signedAddress());
  const consent = await browser.follow(await browser.open(first.location));
  const approved = await browser.follow(await browser.press(consent, "Approve"));
  const installed = await world.app(approved.leadsTo);
  assert.equal(installed.location, `${world.shop.host_url}/apps/installed/${world.registered.client_id}`);

  const { apps } = await world.console<{ apps: { id: number; status: string }[] }>("GET", "/apps.json");
  assert.equal(apps[0]?.status, "enabled");
  const path = `/apps/${apps[0].id}/session_token.json`;
  const { session_token } = await world.console<{ session_token: string }>("POST", path);
  proof = { authorization: `Bearer ${session_token}` };
});

test("the page in the admin's frame may be framed by the admin alone, and runs its own scripts alone", async () => {
  const page = await world.app(await signedAddress(), { headers: { "sec-fetch-dest": "iframe" } });
  assert.equal(page.status, 200);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /script-src 'nonce-[\w-]+';/);
  assert.ok(policy.endsWith(`frame-ancestors ${world.platform.addresses.adminOrigin}`), policy);
  assert.ok(page.text.includes(`${world.platform.addresses.adminOrigin}/app-bridge.js`));
  assert.doesNotMatch(page.text, /\son\w+=|<script>|style="/);
  for (const name of ["page.js", "style.css", "icon.svg"])
    assert.equal((await world.app(`${world.sync.url}assets/${name}`)).status, 200, name);
});

test("stock is shown to the page that proves itself, and to nobody else", async () => {
  const { status, json } = await world.app(stockPath, { headers: proof });
  assert.equal(status, 200);
  const { products, locations, page_count } = json<Stock>();
  assert.deepEqual([products.length, locations.length, page_count], [3, 2, 1]);
  const [location] = world.shop.locations;
  const level = products[0]?.variants[0]?.levels[location?.id ?? 0];
  assert.equal(typeof level?.quantity, "number");

  const strangers = [{}, { authorization: "Bearer x.y.z" }, { "sec-fetch-site": "same-origin" }];
  for (const headers of strangers) assert.equal((await world.app(stockPath, { headers })).status, 401);
  const elsewhere = stockPath.replace(world.hostname, `other.${world.platform.addresses.domain}`);
  assert.equal((await world.app(elsewhere, { headers: proof })).status, 401);
});

test("its links stand in the admin, and show the stock of what was chosen there and of nothing else", async () => {
  const { app_links } = await world.console<{ app_links: { id: number; placement: string }[] }>(
    "GET",
    "/app_links.json",
  );
  const [product, other] = [...new Set(world.shop.variants.map(({ product_id }) => product_id))];
  const opened = async (placement: string, ids: (number | undefined)[], dest: string) => {
    const link = app_links.find((each) => each.placement === placement);
    const path = `/app_links/${link?.id}/open.json`;
    const { open } = await world.console<{ open: { url: string } }>("POST", path, { ids });
    return world.app(open.url, { headers: { "sec-fetch-dest": dest } });
  };
  assert.match((await opened("product", [product], "iframe")).text, new RegExp(`data-chosen="${product}"`));
  const both = await opened("products", [product, other], "iframe");
  assert.match(both.text, new RegExp(`data-chosen="${product},${other}"`));
  const tab = await opened("product", [product], "document");
  const passed = await world.app(new URL(tab.location, world.sync.url).href);
  assert.equal(passed.location, `/shops/${world.hostname}?products=${product}`);
  const { products } = (
    await world.app(`${stockPath}?products=${product}`, { headers: proof })
  ).json<Stock>();
  assert.deepEqual(
    products.map(({ id }) => id),
    [product],
  );
});

test("a change of stock is made once however often it is sent, and its webhook arrives at the page", async (t) => {
  const events = await follow(t);
  await eventually(() => events[0]?.name === "recent");
  const [variant] = world.shop.variants;
  const [location] = world.shop.locations;
  const ids = { variant_id: variant?.id, location_id: location?.id };
  const send = (json: object, key: string) =>
    world.app(stockPath, { method: "PUT", json, headers: { ...proof, "idempotency-key": key } });

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

test("what the platform refuses is told in its words, with the request to ask about", async () => {
  const [location] = world.shop.locations;
  const json = { variant_id: 999_999_999, location_id: location?.id, quantity: 1 };
  const answer = await world.app(stockPath, {
    method: "PUT",
    json,
    headers: { ...proof, "idempotency-key": "missing" },
  });
  const { error } = answer.json<{ error: { code: string; message: string; request_id: string } }>();
  assert.deepEqual([answer.status, error.code], [404, "not_found"]);
  assert.ok(error.message !== "" && error.request_id.startsWith("req_"), error.request_id);
  const nonsense = await world.app(stockPath, { method: "PUT", body: "{", headers: proof });
  assert.equal(nonsense.status, 422);
});

test("in a tab of its own the app has an address that can be reloaded, and a cookie that proves the visit", async () => {
  const entered = await world.app(await signedAddress(), { headers: { "sec-fetch-dest": "document" } });
  assert.equal(entered.status, 303);
  const passed = await world.app(new URL(entered.location, world.sync.url).href);
  assert.equal(passed.location, `/shops/${world.hostname}`);
  const [cookie = ""] = passed.headers["set-cookie"] ?? [];
  assert.match(cookie, /; Path=\/shops\/[\w.-]+; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const page = await world.app(new URL(passed.location, world.sync.url).href, { headers });
  assert.equal(page.status, 200);
  assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'$/);
  const own = { ...headers, "sec-fetch-site": "same-origin" };
  assert.equal((await world.app(stockPath, { headers: own })).status, 200);
  for (const site of ["cross-site", "same-site"])
    assert.equal((await world.app(stockPath, { headers: { ...own, "sec-fetch-site": site } })).status, 401);
  // The signature's first letter: the last one has bits that mean nothing.
  const other = (letter: string): string => (letter === "A" ? "B" : "A");
  const forged = { cookie: headers.cookie.replace(/[\w-](?=[\w-]{42}$)/, other) };
  const closed = await world.app(new URL(passed.location, world.sync.url).href, { headers: forged });
  assert.equal(closed.status, 403);
  assert.match(closed.text, /Open Inventory Sync in the admin of your shop/);
});

test("a page that is open when the shop removes the app is told so", async (t) => {
  const events = await follow(t);
  const { apps } = await world.console<{ apps: { id: number }[] }>("GET", "/apps.json");
  await world.console("DELETE", `/apps/${apps[0]?.id}.json`);
  await eventually(() => events.some(({ name }) => name === "removed"), { within: 15_000 });
  await eventually(async () => (await world.app(stockPath, { headers: proof })).status === 401);
});
