import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, parsePageForms, startChromium } from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { listReceivedCodes, respondAsApp } from "../app-server.ts";
import { type App, registerApp } from "../apps.ts";
import { assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import {
  buildAuthorizeUrl,
  buildExchangeBody,
  exchangeCode,
  findInstalledRecord,
  uninstallApp,
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

/** Open a page in a new browser context, without cookies. */
async function openNewContext(
  options: { javaScriptEnabled?: boolean } = {},
): Promise<[Page, BrowserContext]> {
  const context = await chromium.browser.newContext(options);
  return [await context.newPage(), context];
}

async function loadInstallLink(app: App): Promise<string> {
  const linkResponse = await partner.call("GET", `/apps/${app.id}/install_link.json`);
  return assertOk<{ install_link: { url: string } }>(linkResponse).install_link.url;
}

/** Go from the install link to the consent page, through the sign-in page and the app's server. */
async function goToConsentPage(page: Page, app: App): Promise<void> {
  await page.goto(await loadInstallLink(app));
  await signInOnPage(page, fixture);
  const storeLink = page.locator(`a[href^="/${fixture.store.handle}/apps/install/"]`);
  const approveButton = page.getByRole("button", { name: "Approve" });
  await storeLink.or(approveButton).first().waitFor();
  if (await storeLink.isVisible()) await storeLink.click();
  await approveButton.waitFor();
}

async function uninstallIfInstalled(app: App): Promise<void> {
  const record = await findInstalledRecord(merchant, app);
  const api = createStoreApi(fixture, merchant.store.handle);
  if (record) await uninstallApp({ app, merchant, token: "", scope: "", api, id: record.id });
}

for (const javaScriptEnabled of [true, false]) {
  const browserMode = javaScriptEnabled ? "with its default settings" : "without JavaScript";
  test(`INS-1, INS-3 and INS-6: in Chromium ${browserMode}, the install link leads through consent to the app`, async () => {
    const app = await registerApp(fixture, partner);
    respondAsApp(app, ["read_products", "write_products"]);
    const [page, context] = await openNewContext({ javaScriptEnabled });
    await goToConsentPage(page, app);
    assert.match(await page.locator("main").innerText(), /Edit products, variants and stock/);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${merchant.store.host_url}/apps/installed/${app.client_id}`);
    const [appUrl, callbackUrl] = app.receiver.requests.map(({ path }) => new URL(path, app.app_url));
    assert.ok(appUrl && callbackUrl && isSignedUrl(appUrl, app.client_secret));
    assert.ok(isSignedUrl(callbackUrl, app.client_secret), callbackUrl.href);
    const code = callbackUrl.searchParams.get("code") ?? assert.fail();
    assertOk(await exchangeCode(fixture, merchant.store.handle, buildExchangeBody(app, code)));
    // The admin's pages may need JavaScript, but the redirects to the app do not.
    if (!javaScriptEnabled) {
      const requestCount = app.receiver.requests.length;
      await page.goto(`${merchant.store.host_url}/apps/open/${app.client_id}`);
      assert.ok(app.receiver.requests.length > requestCount, "opening the app sent no request to it");
    } else {
      await page.reload();
      await page.getByRole("heading", { name: app.name }).waitFor();
    }
    await context.close();
    await uninstallIfInstalled(app);
  });
}

test("INS-7: in Chromium, declining consent ends on a platform page and sends the app nothing", async () => {
  const app = await registerApp(fixture, partner);
  respondAsApp(app, ["read_products"]);
  const [page, context] = await openNewContext();
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

test("INS-6: in Chromium, a consent form sent from another origin gives no authorization code (P33)", async () => {
  const app = await registerApp(fixture, partner);
  const [page, context] = await openNewContext();
  await page.goto(buildAuthorizeUrl(merchant, app, ["read_products"]));
  await signInOnPage(page, fixture);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  const form = parsePageForms(await page.content()).find(({ buttons }) => buttons.has("Approve"));
  assert.ok(form);
  const action = new URL(form.action, page.url()).href;
  const html = buildForgedForm({ ...form.fields, decision: "approve" }, action);
  const otherPage = await context.newPage();
  const sites = {
    "cross-site": `http://evil.localhost:${app.receiver.port}`,
    "same-site": fixture.origins.store(merchant.store.handle),
  };
  for (const [relation, site] of Object.entries(sites)) {
    await otherPage.goto(`${site}/trap`);
    await otherPage.setContent(html);
    const responsePromise = otherPage.waitForResponse((response) => response.request().method() === "POST");
    await otherPage.getByRole("button", { name: "Win" }).click();
    const response = await responsePromise;
    const headers = await response.request().allHeaders();
    assert.equal(headers["sec-fetch-site"], relation);
    assert.ok(response.status() === 403 || response.status() === 303, `${site}: ${response.status()}`);
  }
  assert.deepEqual(listReceivedCodes(app), []);
  // The form gets a code when it is sent from the platform's origin, so the other origins were the reason for the rejection.
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${app.redirection_url}?**`);
  assert.equal(listReceivedCodes(app).length, 1);
  await page.goBack();
  assert.equal(listReceivedCodes(app).length, 1, "navigating back issued a second code");
  await context.close();
});

test("INS-3: in Chromium, other sites and the store cannot frame the consent page (P33)", async () => {
  const app = await registerApp(fixture, partner);
  const [page, context] = await openNewContext();
  const consentUrl = buildAuthorizeUrl(merchant, app, ["read_products"]);
  await page.goto(consentUrl);
  await signInOnPage(page, fixture);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  for (const site of [
    `http://evil.localhost:${app.receiver.port}`,
    fixture.origins.store(merchant.store.handle),
  ]) {
    const body = `<iframe src="${consentUrl.replaceAll("&", "&amp;")}"></iframe>`;
    await page.goto(`${site}/frame`);
    await page.setContent(body);
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    await frame?.waitForLoadState().catch(() => undefined);
    assert.equal(await page.frameLocator("iframe").getByRole("button", { name: "Approve" }).count(), 0, site);
    assert.ok(!frame?.url().startsWith(fixture.origins.admin), `${site} frames ${frame?.url()}`);
  }
  await context.close();
});
