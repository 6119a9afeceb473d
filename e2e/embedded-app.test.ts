import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  consoleCall,
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

function bridgePage(): string {
  const { adminOrigin } = fixture.testing.addresses;
  return `<!doctype html><html lang="en"><title>App</title><h1>The app's own page</h1>
<script src="${adminOrigin}/app-bridge.js"></script>`;
}

before(async () => {
  fixture = await createE2eFixture();
});

after(() => fixture.close());

beforeEach(async (t) => {
  fixture.app.answer(({ path }) =>
    path.startsWith("/app")
      ? { status: 200, headers: { "content-type": "text/html" }, body: bridgePage() }
      : { status: 200 },
  );
  store = await seedStore(fixture.testing, { products: 2 });
  app = await registerApp(fixture.testing, fixture.app.url);
  await installApp(fixture.testing, { store, app, scopes: ["read_products", "write_products"] });
  context = await fixture.openWindowAs(store.owner.browser, { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  if ("after" in t) t.after(() => context.close());
});

/** Return the address of a page of the store. */
const at = (path: string) => `${store.host_url}${path}`;
const opened = () => at(`/apps/installed/${app.client_id}`);

/** Return the frame with the app's page, once its bridge is ready. */
async function appFrame() {
  await page.frameLocator("iframe").locator("h1").waitFor();
  const found =
    page.frames().find((frame) => frame.url().startsWith(fixture.app.url)) ?? assert.fail("no frame");
  // Its words are drawn while its script is still on the way.
  await found.waitForFunction("'souk' in globalThis");
  await found.evaluate("souk.ready");
  return found;
}

/** Return the parameters of the signed loads of the app's page so far. */
function loads(): URLSearchParams[] {
  return fixture.app.requests
    .filter(({ path }) => path.startsWith("/app?"))
    .map(({ path }) => new URL(path, fixture.app.url).searchParams)
    .filter((query) => query.get("shop") === new URL(store.origin).hostname);
}

test("INS-14, INS-15: an app opens in a frame, newly signed each time", async () => {
  await page.goto(opened());
  const frame = await appFrame();
  const first = loads().at(-1) ?? assert.fail("no load");
  const options = { now: new Date(), maxAgeSeconds: 60 };
  assert.equal(verifyQuery(first, app.client_secret, options).ok, true);
  assert.equal(
    await page.locator("iframe").getAttribute("sandbox"),
    "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads",
  );
  assert.equal(await frame.evaluate("self.origin"), fixture.app.url);

  const before = loads().length;
  await page.getByRole("button", { name: "Reload" }).click();
  await eventually(() => loads().length > before);
  const second = loads().at(-1) ?? assert.fail("no load");
  assert.equal(verifyQuery(second, app.client_secret, options).ok, true);
});

test("the bridge gives a session token that the app's server can verify", async () => {
  await page.goto(opened());
  const frame = await appFrame();
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
  await eventually(async () => (await page.locator("iframe").boundingBox())?.height === 1_000 - 2);

  const product = store.variants[0]?.product_id;
  await frame.evaluate(`void souk.open("product", ${product})`);
  await page.waitForURL(at(`/products/${product}`));
});

test("a page reached without loading a document still frames the app", async () => {
  await page.goto(at("/products"));
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  await page.evaluate(
    `history.pushState({}, "", ${JSON.stringify(opened())}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  await appFrame();
});

test("INS-15: an app with Embedded off opens from a Continue page in a new tab", async () => {
  const { partnersOrigin } = fixture.testing.addresses;
  const own = `${partnersOrigin}/api/console/apps/${app.id}.json`;
  await consoleCall(app.partner.browser, ["PUT", own], { app: { embedded: false } });
  await page.goto(opened());
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Continue" }).click(),
  ]);
  await tab.getByRole("heading", { name: "The app's own page" }).waitFor();
  await tab.waitForFunction("'souk' in globalThis");
  assert.equal(await tab.evaluate("[souk.embedded, opener === null].join()"), "false,true");
  assert.equal(await page.locator("iframe").count(), 0);
});

test("a merchant disables, enables and uninstalls an app, and sees the results", async () => {
  await page.goto(at(`/apps/installed/${app.client_id}/details`));
  await page.getByText("Edit products, variants and stock").waitFor();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable" }).and(page.locator(":focus")).waitFor();

  await page.goto(opened());
  await page.getByText("is disabled").waitFor();
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByRole("link", { name: "App details" }).click();
  await page.getByRole("button", { name: "Enable" }).click();

  await page.getByRole("button", { name: "Uninstall" }).click();
  await page.getByRole("dialog").getByText("We notify").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();
  await page.getByText("uninstalled").waitFor();
  await page.getByRole("link", { name: "Back to apps" }).click();
  await page.getByText("No apps installed").waitFor();
});

test("an app is installed by its handle; a wrong one is reported beside the field", async () => {
  const other = await registerApp(fixture.testing, fixture.app.url);
  await page.goto(at("/apps"));
  const field = page.getByLabel("Install link, handle or client ID");
  await field.fill("no-such-app");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.getByText("does not match an app in this store.").waitFor();
  await field.fill(`${fixture.testing.addresses.adminOrigin}/apps/install/${other.client_id}`);
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.waitForURL((url) => url.href.startsWith(`${other.app_url}?`));
});

test("an app that does not answer gets eight seconds; then two options are shown", async () => {
  fixture.app.answer(({ path }) => (path.startsWith("/app?") ? "hang" : { status: 200 }));
  await page.clock.install();
  await page.goto(opened(), { waitUntil: "commit" });
  await page.getByText(/^Opening App/).waitFor();
  await page.clock.fastForward(8_000);
  await page.getByText("The app isn't responding").waitFor();
  const ways = page.getByRole("status");
  await ways.getByRole("link", { name: "Open in a new tab" }).waitFor();
  fixture.app.answer({ status: 200, headers: { "content-type": "text/html" }, body: bridgePage() });
  await ways.getByRole("button", { name: "Reload" }).click();
  await appFrame();
});
