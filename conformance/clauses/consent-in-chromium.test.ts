import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, pageForms, startChromium } from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { answerAsApp, listReceivedCodes } from "../app-server.ts";
import { type App, registerApp } from "../apps.ts";
import { assertDone } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import {
  buildAuthorizeUrl,
  buildExchangeBody,
  exchangeCode,
  findInstalledRecord,
  uninstall,
} from "../installing.ts";
import { createPartner, type Merchant, type Person, signInOnPage, signInStockedMerchant } from "../people.ts";
import { isSignedUrl } from "../signatures.ts";
import { createStoreApi } from "../store-api.ts";

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

/** Open a new window of a first-time visitor. */
async function openNewWindow(options: { javaScriptEnabled?: boolean } = {}): Promise<[Page, BrowserContext]> {
  const context = await chromium.browser.newContext(options);
  return [await context.newPage(), context];
}

async function loadInstallLink(app: App): Promise<string> {
  const answer = await partner.call("GET", `/apps/${app.id}/install_link.json`);
  return assertDone<{ install_link: { url: string } }>(answer).install_link.url;
}

/** Go from the install link to the consent page, through sign-in and the app's own server. */
async function goToConsentPage(page: Page, app: App): Promise<void> {
  await page.goto(await loadInstallLink(app));
  await signInOnPage(page, fixture);
  const choice = page.locator(`a[href^="/${fixture.store.handle}/apps/install/"]`);
  const approve = page.getByRole("button", { name: "Approve" });
  await choice.or(approve).first().waitFor();
  if (await choice.isVisible()) await choice.click();
  await approve.waitFor();
}

async function uninstallIfInstalled(app: App): Promise<void> {
  const record = await findInstalledRecord(merchant, app);
  const api = createStoreApi(fixture, merchant.store.handle);
  if (record) await uninstall({ app, merchant, token: "", scope: "", api, id: record.id });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with its defaults" : "with script switched off";
  test(`INS-1, INS-3 and INS-6: in Chromium ${how} a merchant goes from install link through consent to the app`, async () => {
    const app = await registerApp(fixture, partner);
    answerAsApp(app, ["read_products", "write_products"]);
    const [page, context] = await openNewWindow({ javaScriptEnabled });
    await goToConsentPage(page, app);
    assert.match(await page.locator("main").innerText(), /Edit products, variants and stock/);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${merchant.store.host_url}/apps/installed/${app.client_id}`);
    const [started, arrived] = app.receiver.requests.map(({ path }) => new URL(path, app.app_url));
    assert.ok(started && arrived && isSignedUrl(started, app.client_secret));
    assert.ok(isSignedUrl(arrived, app.client_secret), arrived.href);
    const code = arrived.searchParams.get("code") ?? assert.fail();
    assertDone(await exchangeCode(fixture, merchant.store.handle, buildExchangeBody(app, code)));
    // The admin's pages may need script; the redirects to the app do not.
    if (!javaScriptEnabled) await page.goto(`${merchant.store.host_url}/apps/open/${app.client_id}`);
    else {
      await page.reload();
      await page.getByRole("heading", { name: app.name }).waitFor();
    }
    await context.close();
    await uninstallIfInstalled(app);
  });
}

test("INS-7: in Chromium declining ends on a platform page, and the app receives nothing", async () => {
  const app = await registerApp(fixture, partner);
  answerAsApp(app, ["read_products"]);
  const [page, context] = await openNewWindow();
  await goToConsentPage(page, app);
  const requestCount = app.receiver.requests.length;
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: /app not installed/i }).waitFor();
  assert.ok(page.url().startsWith(fixture.origins.admin), page.url());
  assert.equal(app.receiver.requests.length, requestCount);
  await context.close();
});

/** Build a page whose button submits the consent form with the values of the platform's own form. */
function buildForgedForm(fields: Readonly<Record<string, string>>, action: string): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<form method="post" action="${action}">${inputs.join("")}<button>Win</button></form>`;
}

test("INS-6: in Chromium a consent form from the app's or store's site gives no code (P33)", async () => {
  const app = await registerApp(fixture, partner);
  const [page, context] = await openNewWindow();
  await page.goto(buildAuthorizeUrl(merchant, app, ["read_products"]));
  await signInOnPage(page, fixture);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  const form = pageForms(await page.content()).find(({ buttons }) => buttons.has("Approve"));
  assert.ok(form);
  const action = new URL(form.action, page.url()).href;
  const html = buildForgedForm({ ...form.fields, decision: "approve" }, action);
  const other = await context.newPage();
  const sites = {
    "cross-site": `http://evil.localhost:${app.receiver.port}`,
    "same-site": fixture.origins.store(merchant.store.handle),
  };
  for (const [relation, site] of Object.entries(sites)) {
    await other.goto(`${site}/trap`);
    await other.setContent(html);
    const posted = other.waitForResponse((response) => response.request().method() === "POST");
    await other.getByRole("button", { name: "Win" }).click();
    const response = await posted;
    const headers = await response.request().allHeaders();
    assert.equal(headers["sec-fetch-site"], relation);
    assert.ok(response.status() === 403 || response.status() === 303, `${site}: ${response.status()}`);
  }
  assert.deepEqual(listReceivedCodes(app), []);
  // The same form sent from the platform's own origin gets a code, so only the origin was rejected.
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${app.redirection_url}?**`);
  assert.equal(listReceivedCodes(app).length, 1);
  await page.goBack();
  assert.equal(listReceivedCodes(app).length, 1, "going back issued a second code");
  await context.close();
});

test("INS-3: in Chromium another site and the store cannot frame the consent page (P33)", async () => {
  const app = await registerApp(fixture, partner);
  const [page, context] = await openNewWindow();
  const address = buildAuthorizeUrl(merchant, app, ["read_products"]);
  await page.goto(address);
  await signInOnPage(page, fixture);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  for (const site of [
    `http://evil.localhost:${app.receiver.port}`,
    fixture.origins.store(merchant.store.handle),
  ]) {
    const body = `<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`;
    await page.goto(`${site}/frame`);
    await page.setContent(body);
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    await frame?.waitForLoadState().catch(() => undefined);
    assert.equal(await page.frameLocator("iframe").getByRole("button", { name: "Approve" }).count(), 0, site);
    assert.ok(!frame?.url().startsWith(fixture.origins.admin), `${site} frames ${frame?.url()}`);
  }
  await context.close();
});
