import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { after, before, type TestContext, test } from "node:test";
import { eventually, signUpMember } from "@souk/testkit";
import type { Arrival } from "./live/change-feed.ts";
import type { Stock } from "./stock/load-stock.ts";
import { type SyncFixture, startSyncFixture } from "./testing/sync-fixture.ts";

let fixture: SyncFixture;
let sessionHeaders: { authorization: string };
let stockPath: string;

before(async () => {
  fixture = await startSyncFixture();
  stockPath = `${fixture.sync.url}shops/${fixture.hostname}/stock`;
});
after(() => fixture.stop());

/** Create the signed App URL that the admin opens when a merchant clicks on the app. */
async function createSignedAppUrl(): Promise<string> {
  const body = { app: fixture.registeredApp.client_id };
  return (await fixture.callConsole<{ open: { url: string } }>("POST", "/apps/install.json", body)).open.url;
}

/** Collect the events that the app streams to its page. @returns the list, to which each received event is added */
async function followEvents(t: TestContext): Promise<{ name: string; data: Record<string, unknown> }[]> {
  const events: { name: string; data: Record<string, unknown> }[] = [];
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const url = stockPath.replace(/stock$/, "live").replace("localhost", "127.0.0.1");
  const request = get(url, { headers: sessionHeaders, agent: false }, resolve);
  const stream = await promise;
  assert.equal(stream.statusCode, 200);
  stream.on("error", () => undefined);
  stream.setEncoding("utf8").on("data", (text: string) => {
    for (const [, name = "", data = ""] of text.matchAll(/event: (.+)\ndata: (.+)\n/g))
      events.push({ name, data: JSON.parse(data) as Record<string, unknown> });
  });
  t.after(() => request.destroy());
  return events;
}

test("opening the App URL in a new store installs the app after the merchant's consent", async () => {
  const { browser } = fixture.store.owner;
  const authorizeRedirect = await fixture.sendToApp(await createSignedAppUrl());
  const consent = await browser.followRedirects(await browser.open(authorizeRedirect.location));
  const approvalResponse = await browser.followRedirects(await browser.clickButton(consent, "Approve"));
  const installResponse = await fixture.sendToApp(approvalResponse.redirectTarget);
  assert.equal(
    installResponse.location,
    `${fixture.store.host_url}/apps/installed/${fixture.registeredApp.client_id}`,
  );

  const { apps } = await fixture.callConsole<{ apps: { id: number; status: string }[] }>("GET", "/apps.json");
  assert.equal(apps[0]?.status, "enabled");
  const path = `/apps/${apps[0].id}/session_token.json`;
  const { session_token } = await fixture.callConsole<{ session_token: string }>("POST", path);
  sessionHeaders = { authorization: `Bearer ${session_token}` };
});

test("only the admin can embed Inventory Sync's page, and only the page's own scripts can run", async () => {
  const page = await fixture.sendToApp(await createSignedAppUrl(), {
    headers: { "sec-fetch-dest": "iframe" },
  });
  assert.equal(page.status, 200);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /script-src 'nonce-[\w-]+';/);
  assert.ok(policy.endsWith(`frame-ancestors ${fixture.platform.addresses.adminOrigin}`), policy);
  assert.ok(page.text.includes(`${fixture.platform.addresses.adminOrigin}/app-bridge.js`));
  assert.doesNotMatch(page.text, /\son\w+=|<script>|style="/);
  for (const name of ["page.js", "style.css", "icon.svg"])
    assert.equal((await fixture.sendToApp(`${fixture.sync.url}assets/${name}`)).status, 200, name);
});

test("Inventory Sync returns the stock only for a valid session token of the store", async () => {
  const { status, json } = await fixture.sendToApp(stockPath, { headers: sessionHeaders });
  assert.equal(status, 200);
  const { products, locations, page_count } = json<Stock>();
  assert.deepEqual([products.length, locations.length, page_count], [3, 2, 1]);
  const [location] = fixture.store.locations;
  const level = products[0]?.variants[0]?.levels[location?.id ?? 0];
  assert.equal(typeof level?.quantity, "number");

  const invalidHeaders = [{}, { authorization: "Bearer x.y.z" }, { "sec-fetch-site": "same-origin" }];
  for (const headers of invalidHeaders)
    assert.equal((await fixture.sendToApp(stockPath, { headers })).status, 401);
  const otherStorePath = stockPath.replace(fixture.hostname, `other.${fixture.platform.addresses.domain}`);
  assert.equal((await fixture.sendToApp(otherStorePath, { headers: sessionHeaders })).status, 401);
});

test("Inventory Sync's admin links open its page with the stock of the selected products", async () => {
  const { app_links } = await fixture.callConsole<{ app_links: { id: number; placement: string }[] }>(
    "GET",
    "/app_links.json",
  );
  const [firstProduct, secondProduct] = [
    ...new Set(fixture.store.variants.map(({ product_id }) => product_id)),
  ];
  const openLink = async (placement: string, ids: (number | undefined)[], dest: string) => {
    const link = app_links.find((candidate) => candidate.placement === placement);
    const path = `/app_links/${link?.id}/open.json`;
    const { open } = await fixture.callConsole<{ open: { url: string } }>("POST", path, { ids });
    return fixture.sendToApp(open.url, { headers: { "sec-fetch-dest": dest } });
  };
  assert.match(
    (await openLink("product", [firstProduct], "iframe")).text,
    new RegExp(`data-chosen="${firstProduct}"`),
  );
  const selectionPage = await openLink("products", [firstProduct, secondProduct], "iframe");
  assert.match(selectionPage.text, new RegExp(`data-chosen="${firstProduct},${secondProduct}"`));
  const tabResponse = await openLink("product", [firstProduct], "document");
  const tabRedirect = await fixture.sendToApp(new URL(tabResponse.location, fixture.sync.url).href);
  assert.equal(tabRedirect.location, `/shops/${fixture.hostname}?products=${firstProduct}`);
  const { products } = (
    await fixture.sendToApp(`${stockPath}?products=${firstProduct}`, { headers: sessionHeaders })
  ).json<Stock>();
  assert.deepEqual(
    products.map(({ id }) => id),
    [firstProduct],
  );
});

test("Inventory Sync applies a repeated stock change once and streams the change's webhook to its page", async (t) => {
  const events = await followEvents(t);
  await eventually(() => events[0]?.name === "recent");
  const [variant] = fixture.store.variants;
  const [location] = fixture.store.locations;
  const ids = { variant_id: variant?.id, location_id: location?.id };
  const send = (json: object, key: string) =>
    fixture.sendToApp(stockPath, {
      method: "PUT",
      json,
      headers: { ...sessionHeaders, "idempotency-key": key },
    });

  assert.equal((await send({ ...ids, quantity: 40 }, "set")).json<{ quantity: number }>().quantity, 40);
  const responses = [
    await send({ ...ids, adjustment_quantity: -3 }, "adjust"),
    await send({ ...ids, adjustment_quantity: -3 }, "adjust"),
  ];
  assert.deepEqual(
    responses.map((response) => response.json<{ quantity: number }>().quantity),
    [37, 37],
  );
  const arrival = await eventually(
    () => events.map(({ data }) => data as unknown as Arrival).find(({ level }) => level?.quantity === 37),
    { timeoutMs: 15_000 },
  );
  assert.deepEqual(
    [arrival.topic, arrival.stale, arrival.level?.variant_id],
    ["inventory_level/inventory_quantity_update", false, variant?.id],
  );
  await eventually(() => events.some(({ data }) => data["topic"] === "product/update"), {
    timeoutMs: 15_000,
  });
});

test("H4: a person who may only view products and stock cannot change stock through the app", async () => {
  const { platform, store } = fixture;
  const { browser, email } = await signUpMember(platform, store, ["products.view", "stock.view"]);
  // Allow the member to open the store's apps.
  await platform.database.query(
    `update memberships set installation_ids = array(select id from installations where store_id = $1)
     where store_id = $1 and account_id = (select id from accounts where email = $2)`,
    [store.id, email],
  );
  // The response has the CSRF token that the browser sends with later calls.
  await browser.call("GET", `${platform.addresses.adminOrigin}/api/console/session.json`);
  const { apps } = await fixture.callConsole<{ apps: { id: number }[] }>("GET", "/apps.json");
  const tokenUrl = `${store.host_url}/api/console/apps/${apps[0]?.id}/session_token.json`;
  const tokenResponse = await browser.call("POST", tokenUrl);
  assert.equal(tokenResponse.status, 200, tokenResponse.text);
  const headers = {
    authorization: `Bearer ${tokenResponse.json<{ session_token: string }>().session_token}`,
    "idempotency-key": "not-allowed",
  };
  assert.equal((await fixture.sendToApp(stockPath, { headers })).status, 200);
  const json = {
    variant_id: store.variants[0]?.id,
    location_id: store.locations[0]?.id,
    quantity: 77_777,
  };
  const changeResponse = await fixture.sendToApp(stockPath, { method: "PUT", json, headers });
  assert.deepEqual(
    [changeResponse.status, changeResponse.json<{ error: { code: string } }>().error.code],
    [403, "right_missing"],
  );
});

test("Inventory Sync returns a platform error with the error's request id", async () => {
  const [location] = fixture.store.locations;
  const json = { variant_id: 999_999_999, location_id: location?.id, quantity: 1 };
  const response = await fixture.sendToApp(stockPath, {
    method: "PUT",
    json,
    headers: { ...sessionHeaders, "idempotency-key": "missing" },
  });
  const { error } = response.json<{ error: { code: string; message: string; request_id: string } }>();
  assert.deepEqual([response.status, error.code], [404, "not_found"]);
  assert.ok(error.message !== "" && error.request_id.startsWith("req_"), error.request_id);
  const invalidBodyResponse = await fixture.sendToApp(stockPath, {
    method: "PUT",
    body: "{",
    headers: sessionHeaders,
  });
  assert.equal(invalidBodyResponse.status, 422);
});

test("in a browser tab, Inventory Sync redirects to a reloadable URL and sets a cookie", async () => {
  const entryRedirect = await fixture.sendToApp(await createSignedAppUrl(), {
    headers: { "sec-fetch-dest": "document" },
  });
  assert.equal(entryRedirect.status, 303);
  const tabRedirect = await fixture.sendToApp(new URL(entryRedirect.location, fixture.sync.url).href);
  assert.equal(tabRedirect.location, `/shops/${fixture.hostname}`);
  const [cookie = ""] = tabRedirect.headers["set-cookie"] ?? [];
  assert.match(cookie, /; Path=\/shops\/[\w.-]+; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const page = await fixture.sendToApp(new URL(tabRedirect.location, fixture.sync.url).href, { headers });
  assert.equal(page.status, 200);
  assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'$/);
  const sameOriginHeaders = { ...headers, "sec-fetch-site": "same-origin" };
  assert.equal((await fixture.sendToApp(stockPath, { headers: sameOriginHeaders })).status, 200);
  const changeInTab = await fixture.sendToApp(stockPath, {
    method: "PUT",
    json: {},
    headers: sameOriginHeaders,
  });
  assert.equal(changeInTab.status, 403, changeInTab.text);
  for (const site of ["cross-site", "same-site"])
    assert.equal(
      (await fixture.sendToApp(stockPath, { headers: { ...sameOriginHeaders, "sec-fetch-site": site } }))
        .status,
      401,
    );
  // The first letter of the signature is changed, because some bits of the last letter are not part of the signature.
  const replaceLetter = (letter: string): string => (letter === "A" ? "B" : "A");
  const forgedCookie = { cookie: headers.cookie.replace(/[\w-](?=[\w-]{42}$)/, replaceLetter) };
  const rejectedPage = await fixture.sendToApp(new URL(tabRedirect.location, fixture.sync.url).href, {
    headers: forgedCookie,
  });
  assert.equal(rejectedPage.status, 403);
  assert.match(rejectedPage.text, /go to Apps and open Inventory Sync/);
});

test("an open page of Inventory Sync is notified if the store uninstalls the app", async (t) => {
  const events = await followEvents(t);
  const { apps } = await fixture.callConsole<{ apps: { id: number }[] }>("GET", "/apps.json");
  await fixture.callConsole("DELETE", `/apps/${apps[0]?.id}.json`);
  await eventually(() => events.some(({ name }) => name === "removed"), { timeoutMs: 15_000 });
  await eventually(
    async () => (await fixture.sendToApp(stockPath, { headers: sessionHeaders })).status === 401,
  );
});
