import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  type Browser,
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  signUpStaff,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { keyboard, mouse } from "./hands.ts";
import { oneWindow } from "./one-window.ts";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let token: string;
let staff: Browser;

before(async () => {
  stage = await openStage();
  staff = (await signUpStaff(stage.testing)).browser;
});
after(() => stage.close());

/** What one test suspends is no other's. */
beforeEach(async () => {
  const { testing } = stage;
  shop = await seedShop(testing, { products: 2 });
  app = await registerApp(testing, stage.app.url);
  ({ token } = await installApp(testing, { shop, app }));
});

const opened = (url: string, person = staff) => openPage(stage, person, url);

/** A page of the staff console. */
const console_ = (path: string) => opened(`${stage.testing.addresses.adminOrigin}/staff${path}`);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function nameOf(kind: "apps" | "partners" | "stores", id: number): Promise<string> {
  const { rows } = await stage.testing.database.query<{ name: string }>(
    `select name from ${kind} where id = $1`,
    [id],
  );
  return rows[0]?.name ?? "";
}

async function partnerId(): Promise<number> {
  const text = "select partner_id as id from apps where id = $1";
  return (await stage.testing.database.query<{ id: number }>(text, [app.id])).rows[0]?.id ?? 0;
}

async function apiStatus(): Promise<number> {
  return (await stage.testing.request(`${shop.origin}/api/3.0/products.json`, { token })).status;
}

test("staff suspend an app with a reason and its handle; the merchant cannot open it, its token fails, until it is lifted", async () => {
  const name = await nameOf("apps", app.id);
  const { page, done } = await console_("");
  const dialog = page.getByRole("dialog");
  await page.getByRole("main").getByRole("link", { name: "Apps" }).click();
  await heading(page, "Apps").waitFor();
  await page.getByLabel("Find an app").fill(app.client_id);
  await page.waitForURL((url) => url.searchParams.has("query"));
  await page.getByRole("link", { name }).click();
  await heading(page, name).waitFor();
  assert.equal(await apiStatus(), 200);

  await mouse(page).press("Suspend");
  const suspend = dialog.getByRole("button", { name: "Suspend" });
  assert.ok(await suspend.isDisabled(), "its handle comes first");
  await dialog.getByLabel(`Type ${app.handle} to go on.`).fill(app.handle);
  await suspend.click();
  assert.equal(await apiStatus(), 200, "without a reason nothing happens");
  await dialog.getByLabel("Reason").fill("   ");
  await suspend.click();
  await dialog.getByText("Say why", { exact: false }).waitFor();
  await dialog.getByLabel("Reason").fill("It sends stock to strangers");
  // What was written is not lost by Escape or a click beside it.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await dialog.getByLabel("Reason").inputValue(), "It sends stock to strangers");
  await suspend.click();
  await page.getByText("The reason given: It sends stock to strangers").waitFor();
  await page.getByRole("table").getByText("It sends stock to strangers").waitFor();

  assert.equal(await apiStatus(), 401);
  const merchant = await opened(`${shop.host_url}/apps/installed/${app.client_id}`, shop.owner.browser);
  await merchant.page.getByText(`The platform has suspended ${name}`).first().waitFor();
  assert.equal(await merchant.page.locator("iframe").count(), 0);
  await merchant.done();
  const partner = await opened(
    `${stage.testing.addresses.partnersOrigin}/apps/${app.id}`,
    app.partner.browser,
  );
  await partner.page.getByText("The platform has suspended this app").waitFor();
  await partner.page.getByText("The reason: It sends stock to strangers").waitFor();
  await partner.done();

  await mouse(page).press("Lift the suspension");
  await dialog.getByLabel("Reason").fill("They mended it");
  await dialog.getByRole("button", { name: "Lift the suspension" }).click();
  await page.getByText("This app works as usual.").waitFor();
  assert.equal(await apiStatus(), 200);
  await done();
});

test("a suspended store is read only for its people, a suspended partner takes its apps along", async () => {
  const store = await console_(`/stores/${shop.id}`);
  await mouse(store.page).press("Suspend");
  const storeDialog = store.page.getByRole("dialog");
  await storeDialog.getByLabel("Reason").fill("Bills unpaid");
  await storeDialog.getByLabel(`Type ${shop.handle} to go on.`).fill(shop.handle);
  await storeDialog.getByRole("button", { name: "Suspend" }).click();
  await store.page.getByText("The reason given: Bills unpaid").waitFor();
  await store.done();
  assert.equal(await apiStatus(), 403);

  const id = await partnerId();
  const name = await nameOf("partners", id);
  const partner = await console_(`/partners/${id}`);
  const hands = keyboard(partner.page);
  await hands.press("Suspend");
  const dialog = partner.page.getByRole("dialog");
  await dialog.getByLabel("Reason").and(partner.page.locator(":focus")).waitFor();
  await partner.page.keyboard.type("Never answered");
  await hands.fill(`Type ${name} to go on.`, name);
  await partner.page.keyboard.press("Enter");
  await partner.page.getByText("The reason given: Never answered").waitFor();
  await partner.page.getByText("Through its partner").waitFor();
  await partner.page.getByRole("link", { name: await nameOf("apps", app.id) }).click();
  await partner.page.getByText("It is not suspended itself.").waitFor();
  await partner.done();
});

test("nobody but staff finds the staff console", async () => {
  const { page, done } = await opened(
    `${stage.testing.addresses.adminOrigin}/staff/apps`,
    shop.owner.browser,
  );
  assert.equal(await page.getByText("Find an app").count(), 0);
  assert.equal(await page.locator("#root").count(), 0);
  await done();
  const missing = await console_("/apps/999999");
  await missing.page.getByText("There is no such record.").waitFor();
  await missing.done();
});

test("no page of the staff console keeps anybody out, in any look", async () => {
  const faults: string[] = [];
  const view = oneWindow(stage, staff);
  const look = async (path: string, act?: (page: Page) => Promise<void>) => {
    const page = await view.at(`${stage.testing.addresses.adminOrigin}/staff${path}`);
    await page
      .getByRole("table")
      .or(page.getByText(/^Nothing (is found|yet)/))
      .first()
      .waitFor();
    await act?.(page);
    const name = `staff ${path.replaceAll(/\/\d+/g, " one").replaceAll("/", "")}${act ? " dialog" : ""}`;
    const found = await faultsInEveryLook(page, (kind) => takePicture(page, `${name} ${kind}`));
    faults.push(...found.map((fault) => `${path}, ${fault}`));
  };
  const id = await partnerId();
  for (const path of [
    "",
    "/partners",
    `/partners/${id}`,
    "/apps",
    `/apps/${app.id}`,
    "/stores",
    `/stores/${shop.id}`,
    "/stores?query=nobody",
  ])
    await look(path);
  await look(`/apps/${app.id}`, async (page) => {
    await mouse(page).press("Suspend");
    await page.getByRole("dialog").getByLabel("Reason").waitFor();
  });
  await view.done();
  assert.deepEqual(faults, []);
});
