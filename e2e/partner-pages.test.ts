import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertBecomes,
  type Browser,
  callConsole,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUp,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage, type ReusedPage } from "./reused-page.ts";
import { takeScreenshot } from "./screenshot.ts";
import { createKeyboardInput, createMouseInput, type UserInput } from "./user-input.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let token: string;

const topic = "inventory_level/inventory_quantity_update";

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 2 });
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  ({ token } = await installApp(fixture.testPlatform, { store, app }));
});
after(() => fixture.close());

/** Open a page of the partner dashboard as this person. */
const openDashboard = (person: Browser, path: string) =>
  openPage(fixture, person, `${fixture.testPlatform.addresses.partnersOrigin}${path}`);

const findHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function callApi(method: string, path: string, json: unknown): Promise<void> {
  const response = await fixture.testPlatform.request(`${store.origin}/api${path}`, { method, token, json });
  assert.equal(response.status, 200, response.text);
}

async function changeStock(quantity: number): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  await callApi("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity });
}

/** Submit the form for a new app with invalid values, starting at the empty list of apps. */
async function submitInvalidApp(page: Page, userInput: UserInput): Promise<void> {
  await page.getByText("No apps yet").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Create app" }).focus();
  await page.keyboard.press("Enter");
  await findHeading(page, "New app").waitFor();
  await userInput.activate("Create app");
  await page.getByText("App URL is required.").first().waitFor();
  await userInput.fill("Name *", "Gudang Stock Sync");
  await userInput.fill("App URL *", "http://elsewhere.shop/app");
  await userInput.fill("Redirection URLs 1", `${fixture.appServer.url}/oauth/callback`);
  await userInput.activate("Create app");
  await page.getByRole("alert").waitFor();
  await assertBecomes(() => page.getByLabel("App URL").getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByLabel("Name").inputValue(), "Gudang Stock Sync", "the name is kept");
}

/** Correct the App URL in the form, and submit it again. */
async function submitCorrectedApp(page: Page, userInput: UserInput): Promise<void> {
  await page.getByLabel("App URL").evaluate((input) => (input as unknown as { select(): void }).select());
  await userInput.fill("App URL *", `${fixture.appServer.url}/app`);
  await userInput.activate("Create app");
}

test("an app can be registered by keyboard, and its secret is shown only once", async () => {
  const { browser } = await signUp(fixture.testPlatform, "partners");
  const { page, closePage } = await openDashboard(browser, "/");
  const userInput = createKeyboardInput(page);
  await submitInvalidApp(page, userInput);
  await submitCorrectedApp(page, userInput);
  await findHeading(page, "Gudang Stock Sync created").waitFor();
  await page.getByText("URLs that work in development only").waitFor();
  const secret = await page.getByText(/^souk_cs_/).innerText();
  await page.getByText(/^npm run souk -- create-app gudang-stock-sync/).waitFor();
  const link = await page.getByText(/\/apps\/install\/souk_app_/).innerText();
  await page.reload();
  await findHeading(page, "New app").waitFor();
  await page.goto(fixture.testPlatform.addresses.partnersOrigin);
  await createMouseInput(page).activate("Gudang Stock Sync");
  await findHeading(page, "Gudang Stock Sync").waitFor();
  await page.getByText(link, { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Secrets" }).click();
  await page.getByText(secret.slice(-4), { exact: true }).waitFor();
  assert.equal((await page.content()).includes(secret), false);
  await closePage();
});

test("an app's client secret can be rotated, made active and revoked after a confirmation", async () => {
  const ownApp = await registerApp(fixture.testPlatform, fixture.appServer.url);
  const { page, closePage } = await openDashboard(ownApp.partner.browser, `/apps/${ownApp.id}?tab=secrets`);
  const userInput = createMouseInput(page);
  const dialog = page.getByRole("dialog");
  const secretItems = page.getByRole("listitem").filter({ hasText: "Ends in" });
  const newSecret = page.getByText(/^souk_cs_/);
  const rotateSecret = async (): Promise<string> => {
    await userInput.activate("Rotate secret");
    await dialog.getByText("The new secret is shown only once.", { exact: false }).waitFor();
    await userInput.activate("Create secret");
    await newSecret.waitFor();
    await dialog.waitFor({ state: "detached" });
    await assertBecomes(() => secretItems.count(), 2);
    return newSecret.innerText();
  };
  const firstSecret = await rotateSecret();
  await userInput.activate("I've saved the secret");
  await newSecret.waitFor({ state: "detached" });
  await userInput.activate("Switch secrets now");
  await dialog.getByRole("button", { name: "Switch secrets now" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).waitFor();
  await eventually(async () =>
    new RegExp(`${firstSecret.slice(-4)}[^]*Signing`).test(await secretItems.innerText()),
  );
  const secondSecret = await rotateSecret();
  await page.reload();
  await page.getByRole("button", { name: "Switch secrets now" }).waitFor();
  assert.equal((await page.content()).includes(secondSecret), false, "the secret is not shown again");
  await userInput.activate(`Revoke the secret ending in ${secondSecret.slice(-4)}`);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).waitFor();
  await eventually(async () => (await secretItems.innerText()).includes(firstSecret.slice(-4)));
  await closePage();
});

test("an app can be edited after an invalid Redirection URL was rejected", async () => {
  const ownApp = await registerApp(fixture.testPlatform, fixture.appServer.url);
  const { page, closePage } = await openDashboard(ownApp.partner.browser, `/apps/${ownApp.id}`);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Name").fill("Kedai <b>Sync</b> & söns");
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByRole("textbox", { name: "Redirection URLs 2" }).fill("https://127.0.0.1:99999/nowhere");
  await createMouseInput(page).activate("Save");
  await page.getByRole("alert").waitFor();
  await page.getByRole("textbox", { name: "Redirection URLs 2" }).fill(`${fixture.appServer.url}/second`);
  await page.getByLabel("Embedded").uncheck({ force: true });
  await createMouseInput(page).activate("Save");
  await findHeading(page, "Kedai <b>Sync</b> & söns").waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByText("A new tab").waitFor();
  await page.getByText(`${fixture.appServer.url}/second`).waitFor();
  await closePage();
});

/** Return how many deliveries to the installation that this page shows have succeeded, according to the API. */
async function countDelivered(page: Page): Promise<number> {
  const { origin, pathname } = new URL(page.url());
  const url = `${origin}/api/console${pathname}/deliveries.json?state=delivered&limit=250`;
  return (await callConsole<{ deliveries: object[] }>(app.partner.browser, ["GET", url])).deliveries.length;
}

test("a partner sees a delivery's attempts, and the delivery's details stay open after a refresh", async () => {
  await callApi("POST", "/3.0/webhooks.json", { topic, url: `${fixture.appServer.url}/stock` });
  // Only the first attempt fails. The second follows five seconds later, whether or not the page has loaded by then.
  let isDown = true;
  fixture.appServer.respondWith(() => {
    const response = isDown
      ? { status: 503, body: "<b>down</b> for a moment" }
      : { status: 200, body: "thanks" };
    isDown = false;
    return response;
  });
  await changeStock(41);
  const { page, closePage } = await openDashboard(app.partner.browser, `/apps/${app.id}`);
  await createMouseInput(page).activate(`${store.handle} ${new URL(store.origin).hostname}`);
  await findHeading(page, store.handle).waitFor();
  const collapsedItems = page.getByRole("button", { expanded: false }).filter({ hasText: topic });
  const expandedItems = page.getByRole("button", { expanded: true }).filter({ hasText: topic });
  await collapsedItems.first().waitFor();
  await collapsedItems.first().click();
  await page.getByText("Status 503").first().waitFor();
  await page.getByText("<b>down</b> for a moment").first().waitFor();
  for (let quantity = 0; quantity < 30; quantity++) await changeStock(quantity);
  await eventually(async () => (await countDelivered(page)) === 31, { timeoutMs: 60_000 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Load older deliveries" }).click();
  await page.getByText("End of list").waitFor();
  await assertBecomes(async () => (await collapsedItems.count()) + (await expandedItems.count()), 31);
  await page.getByText("Status 200").waitFor();
  assert.equal(await expandedItems.count(), 1, "the expanded delivery stays expanded");
  await page.getByLabel("Status").selectOption({ label: "Failed" });
  await page.getByText("No deliveries found").waitFor();
  await page.getByLabel("Status").selectOption({ label: "Delivered" });
  await page.getByLabel("Topic").selectOption(topic);
  await page.waitForURL((url) => url.searchParams.get("state") === "delivered");
  await page.reload();
  await collapsedItems.first().waitFor();
  assert.equal(await page.getByLabel("Topic").inputValue(), topic);
  await closePage();
});

test("a partner can search an app's installations by store, and no other partner can open them", async () => {
  const { page, closePage } = await openDashboard(app.partner.browser, `/apps/${app.id}`);
  await page.getByLabel("Search stores").fill("no such store");
  await page.getByText("No stores found").waitFor();
  await page.getByLabel("Search stores").fill(store.handle.toUpperCase());
  await page.getByRole("link", { name: store.handle }).waitFor();
  const otherPartner = await signUp(fixture.testPlatform, "partners");
  for (const path of [`/apps/${app.id}`, `/apps/${app.id}/installations/1`, "/apps/none"]) {
    const otherPage = await openDashboard(otherPartner.browser, path);
    await otherPage.page.getByText("The record was not found.").waitFor();
    await otherPage.closePage();
  }
  await closePage();
});

test("a suspended partner sees the reason on every page", async () => {
  const ownApp = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await fixture.testPlatform.database.query(
    `update partners set suspended_at = now(), suspended_reason = 'Sells customer data'
     where id = (select partner_id from apps where id = $1)`,
    [ownApp.id],
  );
  const { page, closePage } = await openDashboard(ownApp.partner.browser, `/apps/${ownApp.id}?tab=settings`);
  await page.getByText("Reason: Sells customer data").waitFor();
  await page.getByLabel("Name").fill("Another name");
  await createMouseInput(page).activate("Save");
  await page.getByText("The platform has suspended this partner.", { exact: false }).waitFor();
  await page.goto(fixture.testPlatform.addresses.partnersOrigin);
  await page.getByText("Reason: Sells customer data").waitFor();
  await page.getByText("Suspended", { exact: true }).waitFor();
  assert.equal(await page.getByText("Reason: Sells customer data").count(), 1);
  await closePage(/status of 403/);
});

test("the pages of the partner dashboard are accessible in all display modes", async () => {
  const response = await app.partner.browser.call(
    "GET",
    `${fixture.testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`,
  );
  const { installations } = response.json<{ installations: { id: number }[] }>();
  const path = `/apps/${app.id}`;
  const newcomer = await signUp(fixture.testPlatform, "partners");
  const violations: string[] = [];
  const { browser } = app.partner;
  const partnerPage = createReusedPage(fixture, browser);
  const newcomerPage = createReusedPage(fixture, newcomer.browser);
  const checkPage = async (
    name: string,
    reusedPage: ReusedPage,
    pagePath: string,
    prepare?: (page: Page) => Promise<void>,
  ) => {
    const page = await reusedPage.load(`${fixture.testPlatform.addresses.partnersOrigin}${pagePath}`);
    await prepare?.(page);
    const pageViolations = await findViolationsInAllModes(page, (mode) =>
      takeScreenshot(page, `partners ${name} ${mode}`),
    );
    violations.push(...pageViolations.map((violation) => `${name}, ${violation}`));
  };
  const createTextWait = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
  await checkPage("no apps", newcomerPage, "/", createTextWait("No apps yet"));
  await checkPage("apps", partnerPage, "/", createTextWait("delivered"));
  await checkPage("new app with invalid fields", newcomerPage, "/apps/new", async (page) => {
    await createMouseInput(page).activate("Create app");
    await page.getByRole("alert").waitFor();
  });
  await checkPage("registered app", newcomerPage, "/apps/new", async (page) => {
    await page.getByLabel("Name").fill("Gudang");
    await page.getByLabel("App URL").fill(`${fixture.appServer.url}/app`);
    await page.getByLabel("Redirection URLs 1").fill(`${fixture.appServer.url}/back`);
    await createMouseInput(page).activate("Create app");
    await page.getByText("Save the client secret now", { exact: false }).waitFor();
  });
  await checkPage("app", partnerPage, path, createTextWait(store.handle));
  await checkPage("secrets", partnerPage, `${path}?tab=secrets`, async (page) => {
    await createMouseInput(page).activate("Rotate secret");
    await createMouseInput(page).activate("Create secret");
    await page.getByText(/^souk_cs_/).waitFor();
  });
  await checkPage("the dialog to revoke a secret", partnerPage, `${path}?tab=secrets`, async (page) => {
    await page
      .getByRole("button", { name: /^Revoke the secret/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
  });
  await checkPage("settings", partnerPage, `${path}?tab=settings`, createTextWait("Redirection URLs"));
  const installationPath = `${path}/installations/${installations[0]?.id}`;
  await checkPage("installation", partnerPage, installationPath, async (page) => {
    await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
    await page.getByText("Response body").waitFor();
  });
  for (const reusedPage of [partnerPage, newcomerPage]) await reusedPage.closePage();
  assert.deepEqual(violations, []);
});
