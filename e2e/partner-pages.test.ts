import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  becomes,
  consoleCall,
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
import { type Hands, keyboard, mouse } from "./hands.ts";
import { type OneWindow, oneWindow } from "./one-window.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let token: string;

const topic = "inventory_level/inventory_quantity_update";

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 2 });
  app = await registerApp(fixture.testing, fixture.app.url);
  ({ token } = await installApp(fixture.testing, { store, app }));
});
after(() => fixture.close());

/** Open a page of the partner dashboard. */
const opened = (person: Browser, path: string) =>
  openPage(fixture, person, `${fixture.testing.addresses.partnersOrigin}${path}`);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function api(method: string, path: string, json: unknown): Promise<void> {
  const answer = await fixture.testing.request(`${store.origin}/api${path}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
}

async function changeStock(quantity: number): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  await api("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity });
}

/** Register an app from the empty list, after addresses that are rejected. */
async function register(page: Page, hands: Hands): Promise<void> {
  await page.getByText("No apps yet").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Create app" }).focus();
  await page.keyboard.press("Enter");
  await heading(page, "New app").waitFor();
  await hands.press("Create app");
  await page.getByText("App URL is required.").first().waitFor();
  await hands.fill("Name *", "Gudang Stock Sync");
  await hands.fill("App URL *", "http://elsewhere.shop/app");
  await hands.fill("Redirection URLs 1", `${fixture.app.url}/oauth/callback`);
  await hands.press("Create app");
  await page.getByRole("alert").waitFor();
  await becomes(() => page.getByLabel("App URL").getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByLabel("Name").inputValue(), "Gudang Stock Sync", "what was typed stays");
}

/** Correct the App URL. */
async function correct(page: Page, hands: Hands): Promise<void> {
  await page.getByLabel("App URL").evaluate((input) => (input as unknown as { select(): void }).select());
  await hands.fill("App URL *", `${fixture.app.url}/app`);
  await hands.press("Create app");
}

test("an app is registered by keyboard; bad addresses are named, the secret shows once", async () => {
  const { browser } = await signUp(fixture.testing, "partners");
  const { page, done } = await opened(browser, "/");
  const hands = keyboard(page);
  await register(page, hands);
  await correct(page, hands);
  await heading(page, "Gudang Stock Sync created").waitFor();
  await page.getByText("Works in development only").waitFor();
  const secret = await page.getByText(/^souk_cs_/).innerText();
  await page.getByText(/^npm run souk -- create-app gudang-stock-sync/).waitFor();
  const link = await page.getByText(/\/apps\/install\/souk_app_/).innerText();
  await page.reload();
  await heading(page, "New app").waitFor();
  await page.goto(fixture.testing.addresses.partnersOrigin);
  await mouse(page).press("Gudang Stock Sync");
  await heading(page, "Gudang Stock Sync").waitFor();
  await page.getByText(link, { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Secrets" }).click();
  await page.getByText(secret.slice(-4), { exact: true }).waitFor();
  assert.equal((await page.content()).includes(secret), false);
  await done();
});

test("a second secret is created, made active, and one revoked, with confirmations", async () => {
  const mine = await registerApp(fixture.testing, fixture.app.url);
  const { page, done } = await opened(mine.partner.browser, `/apps/${mine.id}?tab=secrets`);
  const hands = mouse(page);
  const dialog = page.getByRole("dialog");
  const lines = page.getByRole("listitem").filter({ hasText: "Ends in" });
  const made = page.getByText(/^souk_cs_/);
  const rotate = async (): Promise<string> => {
    await hands.press("Rotate secret");
    await dialog.getByText("The new secret is shown only once.", { exact: false }).waitFor();
    await hands.press("Create secret");
    await made.waitFor();
    await dialog.waitFor({ state: "detached" });
    await becomes(() => lines.count(), 2);
    return made.innerText();
  };
  const first = await rotate();
  await hands.press("I've saved it");
  await made.waitFor({ state: "detached" });
  await hands.press("Switch now");
  await dialog.getByRole("button", { name: "Switch now" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).waitFor();
  await eventually(async () => new RegExp(`${first.slice(-4)}[^]*Signing`).test(await lines.innerText()));
  const second = await rotate();
  await page.reload();
  await page.getByRole("button", { name: "Switch now" }).waitFor();
  assert.equal((await page.content()).includes(second), false, "after a reload nobody shows it again");
  await hands.press(`Revoke the secret ending in ${second.slice(-4)}`);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).waitFor();
  await eventually(async () => (await lines.innerText()).includes(first.slice(-4)));
  await done();
});

test("an app is edited: a bad address is rejected beside its field, others are saved", async () => {
  const mine = await registerApp(fixture.testing, fixture.app.url);
  const { page, done } = await opened(mine.partner.browser, `/apps/${mine.id}`);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Name").fill("Kedai <b>Sync</b> & söns");
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByRole("textbox", { name: "Redirection URLs 2" }).fill("https://127.0.0.1:99999/nowhere");
  await mouse(page).press("Save");
  await page.getByRole("alert").waitFor();
  await page.getByRole("textbox", { name: "Redirection URLs 2" }).fill(`${fixture.app.url}/second`);
  await page.getByLabel("Embedded").uncheck({ force: true });
  await mouse(page).press("Save");
  await heading(page, "Kedai <b>Sync</b> & söns").waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByText("A new tab").waitFor();
  await page.getByText(`${fixture.app.url}/second`).waitFor();
  await done();
});

/** Count the arrived deliveries of the installation that a page shows, as the platform recorded them. */
async function delivered(page: Page): Promise<number> {
  const { origin, pathname } = new URL(page.url());
  const url = `${origin}/api/console${pathname}/deliveries.json?state=delivered&limit=250`;
  return (await consoleCall<{ deliveries: object[] }>(app.partner.browser, ["GET", url])).deliveries.length;
}

test("a partner sees deliveries, why one failed and its arrival, keeping the place", async () => {
  await api("POST", "/3.0/webhooks.json", { topic, url: `${fixture.app.url}/stock` });
  // The first attempt alone fails: the second one is made five seconds later, however long the page takes.
  let isDown = true;
  fixture.app.answer(() => {
    const answer = isDown
      ? { status: 503, body: "<b>down</b> for a moment" }
      : { status: 200, body: "thanks" };
    isDown = false;
    return answer;
  });
  await changeStock(41);
  const { page, done } = await opened(app.partner.browser, `/apps/${app.id}`);
  await mouse(page).press(`${store.handle} ${new URL(store.origin).hostname}`);
  await heading(page, store.handle).waitFor();
  const lines = page.getByRole("button", { expanded: false }).filter({ hasText: topic });
  const open = page.getByRole("button", { expanded: true }).filter({ hasText: topic });
  await lines.first().waitFor();
  await lines.first().click();
  await page.getByText("Status 503").first().waitFor();
  await page.getByText("<b>down</b> for a moment").first().waitFor();
  for (let quantity = 0; quantity < 30; quantity++) await changeStock(quantity);
  await eventually(async () => (await delivered(page)) === 31, { within: 60_000 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Load older deliveries" }).click();
  await page.getByText("End of list").waitFor();
  await becomes(async () => (await lines.count()) + (await open.count()), 31);
  await page.getByText("Status 200").waitFor();
  assert.equal(await open.count(), 1, "the open line stays open");
  await page.getByLabel("Status").selectOption({ label: "Failed" });
  await page.getByText("No deliveries found").waitFor();
  await page.getByLabel("Status").selectOption({ label: "Delivered" });
  await page.getByLabel("Topic").selectOption(topic);
  await page.waitForURL((url) => url.searchParams.get("state") === "delivered");
  await page.reload();
  await lines.first().waitFor();
  assert.equal(await page.getByLabel("Topic").inputValue(), topic);
  await done();
});

test("installations are found by store; those of other partners do not exist", async () => {
  const { page, done } = await opened(app.partner.browser, `/apps/${app.id}`);
  await page.getByLabel("Search stores").fill("no such store");
  await page.getByText("No stores found").waitFor();
  await page.getByLabel("Search stores").fill(store.handle.toUpperCase());
  await page.getByRole("link", { name: store.handle }).waitFor();
  const stranger = await signUp(fixture.testing, "partners");
  for (const path of [`/apps/${app.id}`, `/apps/${app.id}/installations/1`, "/apps/none"]) {
    const theirs = await opened(stranger.browser, path);
    await theirs.page.getByText("The record was not found.").waitFor();
    await theirs.done();
  }
  await done();
});

test("a partner whom the platform suspended reads the reason on every page", async () => {
  const mine = await registerApp(fixture.testing, fixture.app.url);
  await fixture.testing.database.query(
    `update partners set suspended_at = now(), suspended_reason = 'Sells what it read'
     where id = (select partner_id from apps where id = $1)`,
    [mine.id],
  );
  const { page, done } = await opened(mine.partner.browser, `/apps/${mine.id}?tab=settings`);
  await page.getByText("Reason: Sells what it read").waitFor();
  await page.getByLabel("Name").fill("Another name");
  await mouse(page).press("Save");
  await page.getByText("The platform has suspended this partner.", { exact: false }).waitFor();
  await page.goto(fixture.testing.addresses.partnersOrigin);
  await page.getByText("Reason: Sells what it read").waitFor();
  await page.getByText("Suspended", { exact: true }).waitFor();
  assert.equal(await page.getByText("Reason: Sells what it read").count(), 1);
  await done(/status of 403/);
});

test("every page of the partner dashboard is accessible in every look", async () => {
  const answer = await app.partner.browser.call(
    "GET",
    `${fixture.testing.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`,
  );
  const { installations } = answer.json<{ installations: { id: number }[] }>();
  const path = `/apps/${app.id}`;
  const newcomer = await signUp(fixture.testing, "partners");
  const violations: string[] = [];
  const { browser } = app.partner;
  const [theirs, news] = [oneWindow(fixture, browser), oneWindow(fixture, newcomer.browser)];
  const look = async (
    name: string,
    view: OneWindow,
    address: string,
    act?: (page: Page) => Promise<void>,
  ) => {
    const page = await view.at(`${fixture.testing.addresses.partnersOrigin}${address}`);
    await act?.(page);
    const found = await findViolationsInEveryLook(page, (kind) =>
      takeScreenshot(page, `partners ${name} ${kind}`),
    );
    violations.push(...found.map((violation) => `${name}, ${violation}`));
  };
  const shown = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
  await look("no apps", news, "/", shown("No apps yet"));
  await look("apps", theirs, "/", shown("delivered"));
  await look("register, refused", news, "/apps/new", async (page) => {
    await mouse(page).press("Create app");
    await page.getByRole("alert").waitFor();
  });
  await look("registered", news, "/apps/new", async (page) => {
    await page.getByLabel("Name").fill("Gudang");
    await page.getByLabel("App URL").fill(`${fixture.app.url}/app`);
    await page.getByLabel("Redirection URLs 1").fill(`${fixture.app.url}/back`);
    await mouse(page).press("Create app");
    await page.getByText("Save the client secret now", { exact: false }).waitFor();
  });
  await look("app", theirs, path, shown(store.handle));
  await look("secrets", theirs, `${path}?tab=secrets`, async (page) => {
    await mouse(page).press("Rotate secret");
    await mouse(page).press("Create secret");
    await page.getByText(/^souk_cs_/).waitFor();
  });
  await look("revoke", theirs, `${path}?tab=secrets`, async (page) => {
    await page
      .getByRole("button", { name: /^Revoke the secret/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
  });
  await look("settings", theirs, `${path}?tab=settings`, shown("Redirection URLs"));
  await look("installation", theirs, `${path}/installations/${installations[0]?.id}`, async (page) => {
    await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
    await page.getByText("Response body").waitFor();
  });
  for (const view of [theirs, news]) await view.done();
  assert.deepEqual(violations, []);
});
