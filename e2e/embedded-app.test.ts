import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  callConsole,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
} from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let context: BrowserContext;
let page: Page;

function buildBridgePage(): string {
  const { adminOrigin } = fixture.testPlatform.addresses;
  return `<!doctype html><html lang="en"><title>App</title><h1>Content of the app</h1>
<script src="${adminOrigin}/app-bridge.js"></script>`;
}

before(async () => {
  fixture = await createE2eFixture();
});

after(() => fixture.close());

beforeEach(async (t) => {
  fixture.appServer.respondWith(({ path }) =>
    path.startsWith("/app")
      ? { status: 200, headers: { "content-type": "text/html" }, body: buildBridgePage() }
      : { status: 200 },
  );
  store = await seedStore(fixture.testPlatform, { products: 2 });
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store, app, scopes: ["read_products", "write_products"] });
  context = await fixture.openContextAs(store.owner.browser, { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  // The type of `t` includes suites, which have no `after`.
  if ("after" in t) t.after(() => context.close());
});

/** Return the URL of a page of the store in the admin. */
const getStoreUrl = (path: string) => `${store.host_url}${path}`;
const getAppUrl = () => getStoreUrl(`/apps/installed/${app.client_id}`);

/** Wait until the bridge in the app's frame is ready, and return the frame. */
async function waitForAppFrame() {
  await page.frameLocator("iframe").locator("h1").waitFor();
  const frame =
    page.frames().find((candidate) => candidate.url().startsWith(fixture.appServer.url)) ??
    assert.fail("no frame");
  // The heading may appear before the script has loaded.
  await frame.waitForFunction("'souk' in globalThis");
  await frame.evaluate("souk.ready");
  return frame;
}

/** Return the query parameters of all loads of the App URL from this store so far. */
function listLoads(): URLSearchParams[] {
  return fixture.appServer.requests
    .filter(({ path }) => path.startsWith("/app?"))
    .map(({ path }) => new URL(path, fixture.appServer.url).searchParams)
    .filter((query) => query.get("shop") === new URL(store.origin).hostname);
}

test("INS-14, INS-15: an app opens in a frame with a newly signed URL each time", async () => {
  await page.goto(getAppUrl());
  const frame = await waitForAppFrame();
  const firstLoad = listLoads().at(-1) ?? assert.fail("no load");
  const options = { now: new Date(), maxAgeSeconds: 60 };
  assert.equal(verifyQuery(firstLoad, app.client_secret, options).ok, true);
  assert.equal(
    await page.locator("iframe").getAttribute("sandbox"),
    "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads",
  );
  assert.equal(await frame.evaluate("self.origin"), fixture.appServer.url);

  const loadCount = listLoads().length;
  await page.getByRole("button", { name: "Reload" }).click();
  await eventually(() => listLoads().length > loadCount);
  const secondLoad = listLoads().at(-1) ?? assert.fail("no load");
  assert.equal(verifyQuery(secondLoad, app.client_secret, options).ok, true);
});

test("an app can get a session token and control the admin through the bridge", async () => {
  await page.goto(getAppUrl());
  const frame = await waitForAppFrame();
  const token = (await frame.evaluate("souk.sessionToken()")) as string;
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
  assert.deepEqual([claims.aud, claims.iss, claims.dest], [app.client_id, store.host_url, store.origin]);

  await frame.evaluate(`souk.toast("<b>Saved</b>", { style: "success" })`);
  await page.getByText("<b>Saved</b>").waitFor();
  await frame.evaluate(`souk.title("Stock")`);
  await eventually(async () => (await page.title()).startsWith("Stock · App "));
  await frame.evaluate("souk.resize(1000)");
  // The box around the frame has a border of 1 pixel.
  await eventually(async () => (await page.locator("iframe").boundingBox())?.height === 1_000 - 2);

  const productId = store.variants[0]?.product_id;
  await frame.evaluate(`void souk.open("product", ${productId})`);
  await page.waitForURL(getStoreUrl(`/products/${productId}`));
});

test("the admin's page for an app shows the app's frame after a navigation with pushState", async () => {
  await page.goto(getStoreUrl("/products"));
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  await page.evaluate(
    `history.pushState({}, "", ${JSON.stringify(getAppUrl())}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  await waitForAppFrame();
});

test("INS-15: an app that is not embedded opens in a new tab after a click on Continue", async () => {
  const { partnersOrigin } = fixture.testPlatform.addresses;
  const appConsoleUrl = `${partnersOrigin}/api/console/apps/${app.id}.json`;
  await callConsole(app.partner.browser, ["PUT", appConsoleUrl], { app: { embedded: false } });
  await page.goto(getAppUrl());
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Continue" }).click(),
  ]);
  await tab.getByRole("heading", { name: "Content of the app" }).waitFor();
  await tab.waitForFunction("'souk' in globalThis");
  assert.equal(await tab.evaluate("[souk.embedded, opener === null].join()"), "false,true");
  assert.equal(await page.locator("iframe").count(), 0);
});

test("a merchant can disable, enable and uninstall an app", async () => {
  await page.goto(getStoreUrl(`/apps/installed/${app.client_id}/details`));
  await page.getByText("Edit products, variants and stock").waitFor();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable" }).and(page.locator(":focus")).waitFor();

  await page.goto(getAppUrl());
  await page.getByText("is disabled").waitFor();
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByRole("link", { name: "App details" }).click();
  await page.getByRole("button", { name: "Enable" }).click();

  await page.getByRole("button", { name: "Uninstall" }).click();
  await page.getByRole("dialog").getByText("We'll notify").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();
  await page.getByText("uninstalled").waitFor();
  await page.getByRole("link", { name: "Back to apps" }).click();
  await page.getByText("No apps installed").waitFor();
});

test("the install field accepts an app's install link and shows an error for an unknown handle", async () => {
  const otherApp = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await page.goto(getStoreUrl("/apps"));
  const field = page.getByLabel("Install link, handle or client ID");
  await field.fill("no-such-app");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.getByText("does not match an app in this store.").waitFor();
  await field.fill(`${fixture.testPlatform.addresses.adminOrigin}/apps/install/${otherApp.client_id}`);
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.waitForURL((url) => url.href.startsWith(`${otherApp.app_url}?`));
});

test("if an app does not respond in eight seconds, the admin offers to reload it or open it in a new tab", async () => {
  fixture.appServer.respondWith(({ path }) => (path.startsWith("/app?") ? "hang" : { status: 200 }));
  await page.clock.install();
  await page.goto(getAppUrl(), { waitUntil: "commit" });
  await page.getByText(/^Opening App/).waitFor();
  await page.clock.fastForward(8_000);
  await page.getByText("The app isn't responding").waitFor();
  const statusRegion = page.getByRole("status");
  await statusRegion.getByRole("link", { name: "Open in a new tab" }).waitFor();
  fixture.appServer.respondWith({
    status: 200,
    headers: { "content-type": "text/html" },
    body: buildBridgePage(),
  });
  await statusRegion.getByRole("button", { name: "Reload" }).click();
  await waitForAppFrame();
});
