import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  consoleCall,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
} from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let context: BrowserContext;
let page: Page;

function bridgePage(): string {
  const { adminOrigin } = stage.testing.addresses;
  return `<!doctype html><html lang="en"><title>App</title><h1>The app's own page</h1>
<script src="${adminOrigin}/app-bridge.js"></script>`;
}

before(async () => {
  stage = await openStage();
});

after(() => stage.close());

beforeEach(async (t) => {
  stage.app.answer(({ path }) =>
    path.startsWith("/app")
      ? { status: 200, headers: { "content-type": "text/html" }, body: bridgePage() }
      : { status: 200 },
  );
  shop = await seedShop(stage.testing, { products: 2 });
  app = await registerApp(stage.testing, stage.app.url);
  await installApp(stage.testing, { shop, app, scopes: ["read_products", "write_products"] });
  context = await stage.as(shop.owner.browser, { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  if ("after" in t) t.after(() => context.close());
});

/** The address of a page of the shop. */
const at = (path: string) => `${shop.host_url}${path}`;
const opened = () => at(`/apps/installed/${app.client_id}`);

/** The app's page in its frame, once its bridge is there. */
async function appFrame() {
  await page.frameLocator("iframe").locator("h1").waitFor();
  const found = page.frames().find((each) => each.url().startsWith(stage.app.url)) ?? assert.fail("no frame");
  // Its words are drawn while its script is still on the way.
  await found.waitForFunction("'souk' in globalThis");
  await found.evaluate("souk.ready");
  return found;
}

/** The signed loads of the app's page so far. */
function loads(): URLSearchParams[] {
  return stage.app.requests
    .filter(({ path }) => path.startsWith("/app?"))
    .map(({ path }) => new URL(path, stage.app.url).searchParams)
    .filter((query) => query.get("shop") === new URL(shop.origin).hostname);
}

test("INS-14, INS-15: an app opens in a frame, signed anew each time", async () => {
  await page.goto(opened());
  const frame = await appFrame();
  const first = loads().at(-1) ?? assert.fail("no load");
  const options = { now: new Date(), maxAgeSeconds: 60 };
  assert.equal(verifyQuery(first, app.client_secret, options).ok, true);
  assert.equal(
    await page.locator("iframe").getAttribute("sandbox"),
    "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads",
  );
  assert.equal(await frame.evaluate("self.origin"), stage.app.url);

  const before = loads().length;
  await page.getByRole("button", { name: "Reload" }).click();
  await eventually(() => loads().length > before);
  const second = loads().at(-1) ?? assert.fail("no load");
  assert.equal(verifyQuery(second, app.client_secret, options).ok, true);
});

test("the bridge gives the session token that the app's server can check, and speaks in the admin", async () => {
  await page.goto(opened());
  const frame = await appFrame();
  const token = (await frame.evaluate("souk.sessionToken()")) as string;
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
  assert.deepEqual([claims.aud, claims.iss, claims.dest], [app.client_id, shop.host_url, shop.origin]);

  await frame.evaluate(`souk.toast("<b>Saved</b>", { style: "success" })`);
  await page.getByText("<b>Saved</b>").waitFor();
  await frame.evaluate(`souk.title("Stock")`);
  await eventually(async () => (await page.title()).startsWith("Stock · App "));
  await frame.evaluate("souk.resize(1000)");
  await eventually(async () => (await page.locator("iframe").boundingBox())?.height === 1_000 - 2);

  const product = shop.variants[0]?.product_id;
  await frame.evaluate(`void souk.open("product", ${product})`);
  await page.waitForURL(at(`/products/${product}`));
});

test("a page that was reached without loading a document still frames the app", async () => {
  await page.goto(at("/products"));
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  await page.evaluate(
    `history.pushState({}, "", ${JSON.stringify(opened())}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  await appFrame();
});

test("INS-15: an app with Embedded off opens from a Continue page in a new tab", async () => {
  const { partnersOrigin } = stage.testing.addresses;
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

test("a merchant disables, enables and uninstalls an app, and sees it go", async () => {
  await page.goto(at(`/apps/installed/${app.client_id}/details`));
  await page.getByText("Change products, their variants and stock").waitFor();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable" }).and(page.locator(":focus")).waitFor();

  await page.goto(opened());
  await page.getByText("is disabled").waitFor();
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByRole("link", { name: "App details" }).click();
  await page.getByRole("button", { name: "Enable" }).click();

  await page.getByRole("button", { name: "Uninstall" }).click();
  await page.getByRole("dialog").getByText("is told first").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();
  await page.getByText("is uninstalled").waitFor();
  await page.getByRole("link", { name: "Back to the apps" }).click();
  await page.getByText("No app is installed").waitFor();
});

test("an app is installed by its handle, and a wrong one says so beside the field", async () => {
  const other = await registerApp(stage.testing, stage.app.url);
  await page.goto(at("/apps"));
  const field = page.getByLabel("Install link, handle or client id");
  await field.fill("no-such-app");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.getByText("There is no app of this name.").waitFor();
  await field.fill(`${stage.testing.addresses.adminOrigin}/apps/install/${other.client_id}`);
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.waitForURL((url) => url.href.startsWith(`${other.app_url}?`));
});

test("an app that does not answer is waited for eight seconds; then there are two ways on", async () => {
  stage.app.answer(({ path }) => (path.startsWith("/app?") ? "hang" : { status: 200 }));
  await page.clock.install();
  await page.goto(opened(), { waitUntil: "commit" });
  await page.getByText(/^Opening App/).waitFor();
  await page.clock.fastForward(8_000);
  await page.getByText("The app has not answered").waitFor();
  const ways = page.getByRole("status");
  await ways.getByRole("link", { name: "Open in a new tab" }).waitFor();
  stage.app.answer({ status: 200, headers: { "content-type": "text/html" }, body: bridgePage() });
  await ways.getByRole("button", { name: "Reload" }).click();
  await appFrame();
});
