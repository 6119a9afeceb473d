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
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage } from "./reused-page.ts";
import { takeScreenshot } from "./screenshot.ts";
import { createKeyboardInput, createMouseInput } from "./user-input.ts";

let fixture: E2eFixture;
let seededStore: SeededStore;
let app: SeededApp;
let token: string;
let staff: Browser;

before(async () => {
  fixture = await createE2eFixture();
  staff = (await signUpStaff(fixture.testPlatform)).browser;
});
after(() => fixture.close());

/** Create new records for each test, because the tests suspend them. */
beforeEach(async () => {
  const { testPlatform } = fixture;
  seededStore = await seedStore(testPlatform, { products: 2 });
  app = await registerApp(testPlatform, fixture.appServer.url);
  ({ token } = await installApp(testPlatform, { store: seededStore, app }));
});

const openUrl = (url: string, person = staff) => openPage(fixture, person, url);

/** Open a page of the staff console. */
const openConsolePage = (path: string) =>
  openUrl(`${fixture.testPlatform.addresses.adminOrigin}/staff${path}`);

const findHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function loadName(table: "apps" | "partners" | "stores", id: number): Promise<string> {
  const row = await fixture.testPlatform.database.maybeOne<{ name: string }>(
    `select name from ${table} where id = $1`,
    [id],
  );
  return row?.name ?? "";
}

async function loadPartnerId(): Promise<number> {
  const statement = "select partner_id as id from apps where id = $1";
  return (await fixture.testPlatform.database.maybeOne<{ id: number }>(statement, [app.id]))?.id ?? 0;
}

async function requestApiStatus(): Promise<number> {
  return (await fixture.testPlatform.request(`${seededStore.origin}/api/3.0/products.json`, { token }))
    .status;
}

test("an app suspended by platform staff cannot be opened, and its token is rejected", async () => {
  const name = await loadName("apps", app.id);
  const { page, closePage } = await openConsolePage("");
  const dialog = page.getByRole("dialog");
  await page.getByRole("main").getByRole("link", { name: "Apps" }).click();
  await findHeading(page, "Apps").waitFor();
  await page.getByLabel("Search apps").fill(app.client_id);
  await page.waitForURL((url) => url.searchParams.has("query"));
  await page.getByRole("link", { name }).click();
  await findHeading(page, name).waitFor();
  assert.equal(await requestApiStatus(), 200);

  await createMouseInput(page).activate("Suspend");
  const suspendButton = dialog.getByRole("button", { name: "Suspend" });
  assert.ok(await suspendButton.isDisabled(), "the handle was not entered yet");
  await dialog.getByLabel(`Type ${app.handle} to confirm.`).fill(app.handle);
  await suspendButton.click();
  assert.equal(await requestApiStatus(), 200, "an app is not suspended without a reason");
  await dialog.getByLabel("Reason").fill("   ");
  await suspendButton.click();
  await dialog.getByText("Enter a reason", { exact: false }).waitFor();
  await dialog.getByLabel("Reason").fill("It shares stock data");
  // Escape or a click outside the dialog does not discard the entered text.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await dialog.getByLabel("Reason").inputValue(), "It shares stock data");
  await suspendButton.click();
  await page.getByText("Reason: It shares stock data").waitFor();
  await page.getByRole("table").getByText("It shares stock data").waitFor();

  assert.equal(await requestApiStatus(), 401);
  const merchantPage = await openUrl(
    `${seededStore.host_url}/apps/installed/${app.client_id}`,
    seededStore.owner.browser,
  );
  await merchantPage.page.getByText(`${name} is suspended`).first().waitFor();
  assert.equal(await merchantPage.page.locator("iframe").count(), 0);
  await merchantPage.closePage();
  const partnerPage = await openUrl(
    `${fixture.testPlatform.addresses.partnersOrigin}/apps/${app.id}`,
    app.partner.browser,
  );
  await partnerPage.page.getByText("This app is suspended").waitFor();
  await partnerPage.page.getByText("Reason: It shares stock data").waitFor();
  await partnerPage.closePage();

  await createMouseInput(page).activate("Lift suspension");
  await dialog.getByLabel("Reason").fill("The app was fixed");
  await dialog.getByRole("button", { name: "Lift suspension" }).click();
  await page.getByText("This app is active.").waitFor();
  assert.equal(await requestApiStatus(), 200);
  await closePage();
});

test("suspending a store disables its API, and suspending a partner suspends the partner's apps", async () => {
  const storePage = await openConsolePage(`/stores/${seededStore.id}`);
  await createMouseInput(storePage.page).activate("Suspend");
  const storeDialog = storePage.page.getByRole("dialog");
  await storeDialog.getByLabel("Reason").fill("Unpaid bills");
  await storeDialog.getByLabel(`Type ${seededStore.handle} to confirm.`).fill(seededStore.handle);
  await storeDialog.getByRole("button", { name: "Suspend" }).click();
  await storePage.page.getByText("Reason: Unpaid bills").waitFor();
  await storePage.closePage();
  assert.equal(await requestApiStatus(), 403);

  const id = await loadPartnerId();
  const name = await loadName("partners", id);
  const partnerPage = await openConsolePage(`/partners/${id}`);
  const userInput = createKeyboardInput(partnerPage.page);
  await userInput.activate("Suspend");
  const dialog = partnerPage.page.getByRole("dialog");
  await dialog.getByLabel("Reason").and(partnerPage.page.locator(":focus")).waitFor();
  await partnerPage.page.keyboard.type("No response");
  await userInput.fill(`Type ${name} to confirm.`, name);
  await partnerPage.page.keyboard.press("Enter");
  await partnerPage.page.getByText("Reason: No response").waitFor();
  await partnerPage.page.getByText("Partner suspended").waitFor();
  await partnerPage.page.getByRole("link", { name: await loadName("apps", app.id) }).click();
  await partnerPage.page.getByText("The app itself isn't suspended.").waitFor();
  await partnerPage.closePage();
});

test("only platform staff can open the staff console, and its page of an unknown app shows an error", async () => {
  const { page, closePage } = await openUrl(
    `${fixture.testPlatform.addresses.adminOrigin}/staff/apps`,
    seededStore.owner.browser,
  );
  assert.equal(await page.getByText("Search apps").count(), 0);
  assert.equal(await page.locator("#root").count(), 0);
  await closePage();
  const missingPage = await openConsolePage("/apps/999999");
  await missingPage.page.getByText("The record was not found.").waitFor();
  await missingPage.closePage();
});

test("the pages of the staff console are accessible in all display modes", async () => {
  const violations: string[] = [];
  const reusedPage = createReusedPage(fixture, staff);
  const checkPage = async (path: string, prepare?: (page: Page) => Promise<void>) => {
    const page = await reusedPage.load(`${fixture.testPlatform.addresses.adminOrigin}/staff${path}`);
    await page
      .getByRole("table")
      .or(page.getByText(/^No (results|activity yet)/))
      .first()
      .waitFor();
    await prepare?.(page);
    const name = `staff ${path.replaceAll(/\/\d+/g, " one").replaceAll("/", "")}${prepare ? " dialog" : ""}`;
    const pageViolations = await findViolationsInAllModes(page, (mode) =>
      takeScreenshot(page, `${name} ${mode}`),
    );
    violations.push(...pageViolations.map((violation) => `${path}, ${violation}`));
  };
  const id = await loadPartnerId();
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
    await checkPage(path);
  await checkPage(`/apps/${app.id}`, async (page) => {
    await createMouseInput(page).activate("Suspend");
    await page.getByRole("dialog").getByLabel("Reason").waitFor();
  });
  await reusedPage.closePage();
  assert.deepEqual(violations, []);
});
