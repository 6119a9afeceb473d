import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, eventually, startChromium } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type App, registerApp } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { installApp } from "../installing.ts";
import { createPartner, type Merchant, type Person, signInOnPage, signInStockedMerchant } from "../people.ts";
import { isSignedUrl } from "../signatures.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let chromium: Chromium;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await signInStockedMerchant(fixture);
  chromium = await startChromium();
});
after(async () => {
  await chromium.stop();
  await fixture.close();
});

/** Open an app's page in the admin and sign in as the merchant. */
async function openAppPage(app: App): Promise<Page> {
  const page = await (await chromium.browser.newContext()).newPage();
  await page.goto(`${merchant.store.host_url}/apps/installed/${app.client_id}`);
  await signInOnPage(page, fixture);
  return page;
}

const appHtml = "<!doctype html><title>App</title><h1>App content</h1>";

function respondWithPage({ receiver }: App): void {
  receiver.respondWith(() => ({ status: 200, headers: { "content-type": "text/html" }, body: appHtml }));
}

/** Return the requested URLs of all loads of the App URL so far, oldest first. */
function listLoads({ receiver, app_url }: App): URL[] {
  return receiver.requests
    .filter(({ method, path }) => method === "GET" && path.startsWith("/app?"))
    .map(({ path }) => new URL(path, app_url));
}

test("INS-15: in Chromium, an embedded app loads in an iframe, with a new signature each time", async () => {
  const app = await registerApp(fixture, partner, () => ({ embedded: true }));
  await installApp(fixture, merchant, { app, scopes: ["read_products"] });
  respondWithPage(app);
  const page = await openAppPage(app);
  const heading = page.frameLocator("iframe").getByRole("heading", { name: "App content" });
  await heading.waitFor();
  assert.ok(page.url().startsWith(`${merchant.store.host_url}/apps/installed/${app.client_id}`));
  const [firstLoad] = listLoads(app);
  assert.ok(firstLoad && isSignedUrl(firstLoad, app.client_secret), firstLoad?.href);
  assert.equal(firstLoad.searchParams.get("shop"), merchant.store.domain);
  // The signed timestamp is in seconds, so two loads within one second would have the same signature.
  await fixture.advanceTime(1_100);
  await page.reload();
  await heading.waitFor();
  const secondLoad = await eventually(() => listLoads(app)[1]);
  assert.ok(isSignedUrl(secondLoad, app.client_secret), secondLoad.href);
  assert.notEqual(secondLoad.searchParams.get("timestamp"), firstLoad.searchParams.get("timestamp"));
  await page.context().close();
});

test("INS-15: in Chromium, a non-embedded app opens in a new tab after Continue", async () => {
  const app = await registerApp(fixture, partner, () => ({ embedded: false }));
  await installApp(fixture, merchant, { app, scopes: ["read_products"] });
  respondWithPage(app);
  const page = await openAppPage(app);
  const continueControl = page
    .getByRole("link", { name: /^Continue/ })
    .or(page.getByRole("button", { name: /^Continue/ }));
  await continueControl.waitFor();
  assert.deepEqual([listLoads(app).length, await page.locator("iframe").count()], [0, 0]);
  const pagePromise = page.context().waitForEvent("page");
  await continueControl.click();
  const tab = await pagePromise;
  await tab.getByRole("heading", { name: "App content" }).waitFor();
  const [load] = listLoads(app);
  assert.ok(load && isSignedUrl(load, app.client_secret), load?.href);
  assert.equal(await tab.evaluate("window.opener"), null, "the app's tab can access the admin's tab");
  await page.context().close();
});
