import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, pageForms, startChromium } from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { answerAsApp, codesBroughtTo } from "../app-server.ts";
import { type App, registerApp } from "../apps.ts";
import { authorizeUrl, exchange, exchangeBody, installedRecord, uninstall } from "../installing.ts";
import { type Merchant, newPartner, type Person, stockedMerchant } from "../people.ts";
import { assertDone } from "../refusals.ts";
import { shopApi } from "../shop-api.ts";
import { signInOn } from "../sign-in-on.ts";
import { isSignedUrl } from "../signatures.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let partner: Person;
let merchant: Merchant;
let chromium: Chromium;

before(async () => {
  world = await openWorld();
  partner = await newPartner(world);
  merchant = await stockedMerchant(world);
  chromium = await startChromium();
});
after(async () => {
  await chromium.stop();
  await world.close();
});

/** A new window of somebody who has never been here. */
async function visitor(options: { javaScriptEnabled?: boolean } = {}): Promise<[Page, BrowserContext]> {
  const context = await chromium.browser.newContext(options);
  return [await context.newPage(), context];
}

async function installLink(app: App): Promise<string> {
  const answer = await partner.call("GET", `/apps/${app.id}/install_link.json`);
  return assertDone<{ install_link: { url: string } }>(answer).install_link.url;
}

/** From the install link to the consent page, by way of signing in and the app's own server. */
async function comeToConsent(page: Page, app: App): Promise<void> {
  await page.goto(await installLink(app));
  await signInOn(page, world);
  const choice = page.locator(`a[href^="/${world.shop.handle}/apps/install/"]`);
  const approve = page.getByRole("button", { name: "Approve" });
  await choice.or(approve).first().waitFor();
  if (await choice.isVisible()) await choice.click();
  await approve.waitFor();
}

async function forget(app: App): Promise<void> {
  const record = await installedRecord(merchant, app);
  const api = shopApi(world, merchant.shop.handle);
  if (record) await uninstall({ app, merchant, token: "", scope: "", api, id: record.id });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with its defaults" : "with script switched off";
  test(`INS-1, INS-3 and INS-6: in Chromium ${how} a merchant comes from the install link through consent to the app`, async () => {
    const app = await registerApp(world, partner);
    answerAsApp(app, ["read_products", "write_products"]);
    const [page, context] = await visitor({ javaScriptEnabled });
    await comeToConsent(page, app);
    assert.match(await page.locator("main").innerText(), /Change products, their variants and stock/);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${merchant.shop.host_url}/apps/installed/${app.client_id}`);
    const [started, arrived] = app.receiver.requests.map(({ path }) => new URL(path, app.app_url));
    assert.ok(started && arrived && isSignedUrl(started, app.client_secret));
    assert.ok(isSignedUrl(arrived, app.client_secret), arrived.href);
    const code = arrived.searchParams.get("code") ?? assert.fail();
    assertDone(await exchange(world, merchant.shop.handle, exchangeBody(app, code)));
    // The admin's own pages may need script; what leads to the app does not.
    if (!javaScriptEnabled) await page.goto(`${merchant.shop.host_url}/apps/open/${app.client_id}`);
    else {
      await page.reload();
      await page.getByRole("heading", { name: app.name }).waitFor();
    }
    await context.close();
    await forget(app);
  });
}

test("INS-7: in Chromium Refuse ends on a page of the platform, and the app hears nothing", async () => {
  const app = await registerApp(world, partner);
  answerAsApp(app, ["read_products"]);
  const [page, context] = await visitor();
  await comeToConsent(page, app);
  const heard = app.receiver.requests.length;
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.getByRole("heading", { name: /nothing was installed/i }).waitFor();
  assert.ok(page.url().startsWith(world.origins.admin), page.url());
  assert.equal(app.receiver.requests.length, heard);
  await context.close();
});

/** A page that sends the consent form, with all that a page of the platform would have, as soon as it is opened. */
function forgery(fields: Readonly<Record<string, string>>, action: string): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<form method="post" action="${action}">${inputs.join("")}<button>Win</button></form>`;
}

test("INS-6: in Chromium a consent form sent from the app's site or from the shop's own origin gives no code (P33)", async () => {
  const app = await registerApp(world, partner);
  const [page, context] = await visitor();
  await page.goto(authorizeUrl(merchant, app, ["read_products"]));
  await signInOn(page, world);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  const form = pageForms(await page.content()).find(({ buttons }) => buttons.has("Approve"));
  assert.ok(form);
  const action = new URL(form.action, page.url()).href;
  const html = forgery({ ...form.fields, decision: "approve" }, action);
  const other = await context.newPage();
  const sites = {
    "cross-site": `http://evil.localhost:${app.receiver.port}`,
    "same-site": world.origins.shop(merchant.shop.handle),
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
  assert.deepEqual(codesBroughtTo(app), []);
  // The very same form, sent from where it belongs, is good for a code: it was the sender that was refused.
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${app.redirection_url}?**`);
  assert.equal(codesBroughtTo(app).length, 1);
  await page.goBack();
  assert.equal(codesBroughtTo(app).length, 1, "going back made a second code");
  await context.close();
});

test("INS-3: in Chromium the consent page shows in no frame, of another site or of the shop (P33)", async () => {
  const app = await registerApp(world, partner);
  const [page, context] = await visitor();
  const address = authorizeUrl(merchant, app, ["read_products"]);
  await page.goto(address);
  await signInOn(page, world);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  for (const site of [
    `http://evil.localhost:${app.receiver.port}`,
    world.origins.shop(merchant.shop.handle),
  ]) {
    const body = `<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`;
    await page.goto(`${site}/frame`);
    await page.setContent(body);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    await frame?.waitForLoadState().catch(() => undefined);
    assert.equal(await page.frameLocator("iframe").getByRole("button", { name: "Approve" }).count(), 0, site);
    assert.ok(!frame?.url().startsWith(world.origins.admin), `${site} frames ${frame?.url()}`);
  }
  await context.close();
});
