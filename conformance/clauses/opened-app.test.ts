import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, eventually, startChromium } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type App, registerApp } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { install } from "../installing.ts";
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

/** Open an app's page in the admin as the merchant. */
async function comeTo(app: App): Promise<Page> {
  const page = await (await chromium.browser.newContext()).newPage();
  await page.goto(`${merchant.store.host_url}/apps/installed/${app.client_id}`);
  await signInOnPage(page, fixture);
  return page;
}

const appPage = "<!doctype html><title>App</title><h1>The app itself</h1>";

function answerWithPage({ receiver }: App): void {
  receiver.answer(() => ({ status: 200, headers: { "content-type": "text/html" }, body: appPage }));
}

/** Return the loads of the App URL so far, in their order. */
function loads({ receiver, app_url }: App): URL[] {
  return receiver.requests
    .filter(({ method, path }) => method === "GET" && path.startsWith("/app?"))
    .map(({ path }) => new URL(path, app_url));
}

test("INS-15: in Chromium an Embedded app loads in an admin iframe, freshly signed each time", async () => {
  const app = await registerApp(fixture, partner, () => ({ embedded: true }));
  await install(fixture, merchant, { app, scopes: ["read_products"] });
  answerWithPage(app);
  const page = await comeTo(app);
  const heading = page.frameLocator("iframe").getByRole("heading", { name: "The app itself" });
  await heading.waitFor();
  assert.ok(page.url().startsWith(`${merchant.store.host_url}/apps/installed/${app.client_id}`));
  const [first] = loads(app);
  assert.ok(first && isSignedUrl(first, app.client_secret), first?.href);
  assert.equal(first.searchParams.get("shop"), merchant.store.domain);
  // A signature carries its second: of two loads in one second both would be right and the same.
  await fixture.advanceTime(1_100);
  await page.reload();
  await heading.waitFor();
  const second = await eventually(() => loads(app)[1]);
  assert.ok(isSignedUrl(second, app.client_secret), second.href);
  assert.notEqual(second.searchParams.get("timestamp"), first.searchParams.get("timestamp"));
  await page.context().close();
});

test("INS-15: in Chromium a non-Embedded app waits behind Continue, which opens a new tab", async () => {
  const app = await registerApp(fixture, partner, () => ({ embedded: false }));
  await install(fixture, merchant, { app, scopes: ["read_products"] });
  answerWithPage(app);
  const page = await comeTo(app);
  const button = page
    .getByRole("link", { name: /^Continue/ })
    .or(page.getByRole("button", { name: /^Continue/ }));
  await button.waitFor();
  assert.deepEqual([loads(app).length, await page.locator("iframe").count()], [0, 0]);
  const opening = page.context().waitForEvent("page");
  await button.click();
  const tab = await opening;
  await tab.getByRole("heading", { name: "The app itself" }).waitFor();
  const [load] = loads(app);
  assert.ok(load && isSignedUrl(load, app.client_secret), load?.href);
  assert.equal(await tab.evaluate("window.opener"), null, "the app's tab holds the admin's");
  await page.context().close();
});
