import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  type Browser,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpStaff,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { keyboard, mouse } from "./hands.ts";
import { oneWindow } from "./one-window.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let seededStore: SeededStore;
let app: SeededApp;
let token: string;
let staff: Browser;

before(async () => {
  fixture = await createE2eFixture();
  staff = (await signUpStaff(fixture.testing)).browser;
});
after(() => fixture.close());

/** Start each test with records of its own, since tests suspend them. */
beforeEach(async () => {
  const { testing } = fixture;
  seededStore = await seedStore(testing, { products: 2 });
  app = await registerApp(testing, fixture.app.url);
  ({ token } = await installApp(testing, { store: seededStore, app }));
});

const opened = (url: string, person = staff) => openPage(fixture, person, url);

/** Open a page of the staff console. */
const console_ = (path: string) => opened(`${fixture.testing.addresses.adminOrigin}/staff${path}`);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function loadName(kind: "apps" | "partners" | "stores", id: number): Promise<string> {
  const row = await fixture.testing.database.maybeOne<{ name: string }>(
    `select name from ${kind} where id = $1`,
    [id],
  );
  return row?.name ?? "";
}

async function partnerId(): Promise<number> {
  const text = "select partner_id as id from apps where id = $1";
  return (await fixture.testing.database.maybeOne<{ id: number }>(text, [app.id]))?.id ?? 0;
}

async function apiStatus(): Promise<number> {
  return (await fixture.testing.request(`${seededStore.origin}/api/3.0/products.json`, { token })).status;
}

test("an app suspended by staff cannot be opened and its token fails until lifted", async () => {
  const name = await loadName("apps", app.id);
  const { page, done } = await console_("");
  const dialog = page.getByRole("dialog");
  await page.getByRole("main").getByRole("link", { name: "Apps" }).click();
  await heading(page, "Apps").waitFor();
  await page.getByLabel("Search apps").fill(app.client_id);
  await page.waitForURL((url) => url.searchParams.has("query"));
  await page.getByRole("link", { name }).click();
  await heading(page, name).waitFor();
  assert.equal(await apiStatus(), 200);

  await mouse(page).press("Suspend");
  const suspend = dialog.getByRole("button", { name: "Suspend" });
  assert.ok(await suspend.isDisabled(), "its handle comes first");
  await dialog.getByLabel(`Type ${app.handle} to confirm.`).fill(app.handle);
  await suspend.click();
  assert.equal(await apiStatus(), 200, "without a reason nothing happens");
  await dialog.getByLabel("Reason").fill("   ");
  await suspend.click();
  await dialog.getByText("Enter a reason", { exact: false }).waitFor();
  await dialog.getByLabel("Reason").fill("It sends stock to strangers");
  // What was written is not lost by Escape or a click beside it.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await dialog.getByLabel("Reason").inputValue(), "It sends stock to strangers");
  await suspend.click();
  await page.getByText("Reason: It sends stock to strangers").waitFor();
  await page.getByRole("table").getByText("It sends stock to strangers").waitFor();

  assert.equal(await apiStatus(), 401);
  const merchant = await opened(
    `${seededStore.host_url}/apps/installed/${app.client_id}`,
    seededStore.owner.browser,
  );
  await merchant.page.getByText(`${name} is suspended`).first().waitFor();
  assert.equal(await merchant.page.locator("iframe").count(), 0);
  await merchant.done();
  const partner = await opened(
    `${fixture.testing.addresses.partnersOrigin}/apps/${app.id}`,
    app.partner.browser,
  );
  await partner.page.getByText("This app is suspended").waitFor();
  await partner.page.getByText("Reason: It sends stock to strangers").waitFor();
  await partner.done();

  await mouse(page).press("Lift suspension");
  await dialog.getByLabel("Reason").fill("They mended it");
  await dialog.getByRole("button", { name: "Lift suspension" }).click();
  await page.getByText("This app is active.").waitFor();
  assert.equal(await apiStatus(), 200);
  await done();
});

test("a suspended store is read-only, and a suspended partner's apps are suspended", async () => {
  const store = await console_(`/stores/${seededStore.id}`);
  await mouse(store.page).press("Suspend");
  const storeDialog = store.page.getByRole("dialog");
  await storeDialog.getByLabel("Reason").fill("Bills unpaid");
  await storeDialog.getByLabel(`Type ${seededStore.handle} to confirm.`).fill(seededStore.handle);
  await storeDialog.getByRole("button", { name: "Suspend" }).click();
  await store.page.getByText("Reason: Bills unpaid").waitFor();
  await store.done();
  assert.equal(await apiStatus(), 403);

  const id = await partnerId();
  const name = await loadName("partners", id);
  const partner = await console_(`/partners/${id}`);
  const hands = keyboard(partner.page);
  await hands.press("Suspend");
  const dialog = partner.page.getByRole("dialog");
  await dialog.getByLabel("Reason").and(partner.page.locator(":focus")).waitFor();
  await partner.page.keyboard.type("Never answered");
  await hands.fill(`Type ${name} to confirm.`, name);
  await partner.page.keyboard.press("Enter");
  await partner.page.getByText("Reason: Never answered").waitFor();
  await partner.page.getByText("Suspended (partner)").waitFor();
  await partner.page.getByRole("link", { name: await loadName("apps", app.id) }).click();
  await partner.page.getByText("This app has no suspension of its own.").waitFor();
  await partner.done();
});

test("only staff find the staff console", async () => {
  const { page, done } = await opened(
    `${fixture.testing.addresses.adminOrigin}/staff/apps`,
    seededStore.owner.browser,
  );
  assert.equal(await page.getByText("Search apps").count(), 0);
  assert.equal(await page.locator("#root").count(), 0);
  await done();
  const missing = await console_("/apps/999999");
  await missing.page.getByText("The record was not found.").waitFor();
  await missing.done();
});

test("every page of the staff console is accessible in every look", async () => {
  const violations: string[] = [];
  const view = oneWindow(fixture, staff);
  const look = async (path: string, act?: (page: Page) => Promise<void>) => {
    const page = await view.at(`${fixture.testing.addresses.adminOrigin}/staff${path}`);
    await page
      .getByRole("table")
      .or(page.getByText(/^No (results|activity yet)/))
      .first()
      .waitFor();
    await act?.(page);
    const name = `staff ${path.replaceAll(/\/\d+/g, " one").replaceAll("/", "")}${act ? " dialog" : ""}`;
    const found = await findViolationsInEveryLook(page, (kind) => takeScreenshot(page, `${name} ${kind}`));
    violations.push(...found.map((violation) => `${path}, ${violation}`));
  };
  const id = await partnerId();
  for (const path of [
    "",
    "/partners",
    `/partners/${id}`,
    "/apps",
    `/apps/${app.id}`,
    "/stores",
    `/stores/${seededStore.id}`,
    "/stores?query=nobody",
  ])
    await look(path);
  await look(`/apps/${app.id}`, async (page) => {
    await mouse(page).press("Suspend");
    await page.getByRole("dialog").getByLabel("Reason").waitFor();
  });
  await view.done();
  assert.deepEqual(violations, []);
});
