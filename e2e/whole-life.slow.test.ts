import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { assertBecomes, findFreePort, type SeededStore, seedStore } from "@souk/testkit";
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { collectConsoleErrors } from "./console-errors.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type Credentials, startInventorySync } from "./inventory-sync-process.ts";
import { createKeyboardInput, createMouseInput, type UserInput } from "./user-input.ts";

let fixture: E2eFixture;

before(async () => {
  fixture = await createE2eFixture();
});
after(() => fixture.close());

let partnerCount = 0;

interface RegisteredApp extends Credentials {
  name: string;
  install_link: string;
}

/** Sign up as a partner and register an app on the pages of the dashboard. */
async function registerInDashboard(port: number, embedded: boolean): Promise<RegisteredApp> {
  const context = await fixture.openContext();
  const page = await context.newPage();
  const consoleErrors = collectConsoleErrors(page);
  const userInput = createMouseInput(page);
  const name = `Stock Sync ${++partnerCount}`;
  await page.goto(fixture.testPlatform.addresses.partnersOrigin);
  await userInput.activate("Create a partner account");
  await userInput.fill("Name", "Gudang Software");
  await userInput.fill("Email", `whole-${partnerCount}@gudang.test`);
  await userInput.fill("Password", "a few words in a row");
  await userInput.activate("Create account");
  await page.getByRole("heading", { level: 1, name: "Your apps" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Create app" }).first().click();
  await userInput.fill("Name", name);
  await userInput.fill("App URL", `http://localhost:${port}/`);
  await userInput.fill("Redirection URLs 1", `http://localhost:${port}/auth/callback`);
  const embeddedSwitch = page.getByRole("switch", { name: "Embedded" });
  if ((await embeddedSwitch.isChecked()) !== embedded) await embeddedSwitch.press("Space");
  await userInput.activate("Create app");
  await page.getByRole("heading", { level: 1, name: `${name} created` }).waitFor();
  const registeredApp = {
    name,
    client_id: await page.getByText(/^souk_app_[0-9a-f]+$/).innerText(),
    client_secret: await page.getByText(/^souk_cs_/).innerText(),
    install_link: await page.getByText(/\/apps\/install\/souk_app_/).innerText(),
  };
  assert.deepEqual(consoleErrors, []);
  await context.close();
  return registeredApp;
}

interface MerchantVisit {
  app: RegisteredApp;
  store: SeededStore;
  page: Page;
  userInput: UserInput;
  consoleErrors: string[];
}

/** Start a partner's app, and open its install link as a merchant, up to the consent page. */
async function openConsentPage(
  t: TestContext,
  { embedded = true, ...options }: BrowserContextOptions & { embedded?: boolean },
  createUserInput: (page: Page) => UserInput,
): Promise<MerchantVisit> {
  const port = await findFreePort();
  const app = await registerInDashboard(port, embedded);
  const sync = await startInventorySync(port, app);
  const store = await seedStore(fixture.testPlatform, { products: 2, locations: 2 });
  t.after(() => sync.stop());
  const page = await (
    await fixture.openContextAs(store.owner.browser, { reducedMotion: "reduce", ...options })
  ).newPage();
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(app.install_link);
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  t.after(() => page.context().close());
  return { app, store, page, userInput: createUserInput(page), consoleErrors };
}

const getAppUrl = ({ app, store }: MerchantVisit): string =>
  `${store.host_url}/apps/installed/${app.client_id}`;

async function approveApp({ page, userInput, app, store }: MerchantVisit): Promise<FrameLocator> {
  await userInput.activate("Approve");
  await page.waitForURL(`${store.host_url}/apps/installed/${app.client_id}`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Inventory Sync" }).waitFor();
  return frame;
}

/** Find the field on the app's page with the stock of seeded product 1 at the primary location. */
const findStockField = (frame: FrameLocator | Page) =>
  frame.getByRole("spinbutton", { name: /^Stock of Seeded product 1 at / }).first();

async function assertShowsStock(frame: FrameLocator | Page, quantity: number): Promise<void> {
  await assertBecomes(() => findStockField(frame).inputValue(), String(quantity));
}

/** Load the stock of seeded product 1 at the primary location from the store's API. */
async function loadStock({ store }: MerchantVisit): Promise<number> {
  const query = `variant_ids=${store.variants[0]?.id}&location_ids=${store.locations[0]?.id}`;
  const url = `${store.host_url}/api/4.0/inventory_levels.json?${query}`;
  const response = await store.owner.browser.call("GET", url);
  const { inventory_levels } = response.json<{ inventory_levels: { inventory_quantity: number }[] }>();
  return inventory_levels[0]?.inventory_quantity ?? Number.NaN;
}

/** Remove three units of seeded product 1 in the admin as the merchant, in another tab. */
async function removeThreeUnitsInAdmin(visit: MerchantVisit): Promise<void> {
  const { store, page } = visit;
  const adminPage = await page.context().newPage();
  await adminPage.goto(`${store.host_url}/products/${store.variants[0]?.product_id}`);
  await adminPage
    .getByRole("button", { name: /Edit stock$/ })
    .first()
    .click();
  await adminPage.getByLabel("Quantity", { exact: true }).fill("-3");
  await adminPage.getByRole("button", { name: "Update stock", exact: true }).click();
  await adminPage.getByText(/in stock$/).waitFor();
  await adminPage.close();
}

/** Click a button, and confirm in the dialog that it opens. */
async function clickAndConfirm({ page, userInput }: MerchantVisit, buttonName: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: buttonName, exact: true }).waitFor();
  await userInput.activate(buttonName);
  await page.getByRole("dialog").getByRole("button", { name: buttonName }).click();
}

test("an app can be registered, installed, used, disabled and uninstalled", async (t) => {
  const visit = await openConsentPage(t, {}, createMouseInput);
  const { app, page, store, userInput } = visit;
  const frame = await approveApp(visit);
  const stockBefore = await loadStock(visit);
  await assertShowsStock(frame, stockBefore);

  // The app gets the admin's change as a webhook and shows it without a reload.
  await removeThreeUnitsInAdmin(visit);
  await assertShowsStock(frame, stockBefore - 3);
  await frame.getByText("inventory_level/inventory_quantity_update").first().waitFor();

  // The app's change sets the store's stock.
  await findStockField(frame).fill("42");
  await findStockField(frame).press("Enter");
  await assertBecomes(() => loadStock(visit), 42);

  await page.goto(`${getAppUrl(visit)}/details`);
  await clickAndConfirm(visit, "Disable");
  await page.getByText(`${app.name} disabled`).waitFor();
  await page.goto(getAppUrl(visit));
  await page.getByText(`${app.name} is disabled`, { exact: true }).waitFor();
  assert.equal(await page.locator("iframe").count(), 0);

  await page.goto(`${getAppUrl(visit)}/details`);
  await userInput.activate("Enable");
  await page.getByText(`${app.name} enabled`).waitFor();
  await page.goto(getAppUrl(visit));
  await assertShowsStock(page.frameLocator("iframe"), 42);

  await page.goto(`${getAppUrl(visit)}/details`);
  await clickAndConfirm(visit, "Uninstall");
  await page.getByText(`${app.name} uninstalled`).waitFor();
  await page.goto(`${store.host_url}/apps`);
  await page.getByText("No apps installed").waitFor();
  assert.deepEqual(visit.consoleErrors, []);
});

test("an app that is not embedded shows stock in its own tab, where the stock cannot be changed", async (t) => {
  const visit = await openConsentPage(t, { embedded: false }, createMouseInput);
  const { page, userInput } = visit;
  await userInput.activate("Approve");
  await page.waitForURL(getAppUrl(visit));
  const tabPromise = page.context().waitForEvent("page");
  await page.getByRole("link", { name: /^Continue/ }).click();
  const tab = await tabPromise;
  const consoleErrors = collectConsoleErrors(tab);
  const stockBefore = await loadStock(visit);
  await assertShowsStock(tab, stockBefore);
  await tab
    .getByRole("button", { name: /^Decrease by 1 of Seeded product 1 at / })
    .first()
    .click();
  await tab.getByText("You can't change stock here.").waitFor();
  await tab.reload();
  await assertShowsStock(tab, stockBefore);
  assert.equal(await loadStock(visit), stockBefore);
  assert.deepEqual(
    consoleErrors.filter((message) => !/status of 403/.test(message)),
    [],
  );
  assert.deepEqual(visit.consoleErrors, []);
});

test("an app can be installed, used and uninstalled by keyboard on a narrow screen", async (t) => {
  const visit = await openConsentPage(t, { viewport: { width: 380, height: 760 } }, createKeyboardInput);
  const { app, page, userInput } = visit;
  const frame = await approveApp(visit);
  const stockBefore = await loadStock(visit);
  await assertShowsStock(frame, stockBefore);
  await findStockField(frame).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await assertBecomes(() => loadStock(visit), stockBefore + 1);
  const overflowScript = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await assertBecomes(() => page.evaluate<number>(overflowScript), 0);
  await assertBecomes(() => page.frames()[1]?.evaluate<number>(overflowScript), 0);

  await page.goto(`${getAppUrl(visit)}/details`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await userInput.activate("Uninstall");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // The dialog gets the focus shortly after it appears.
  await dialog.locator(":focus").waitFor();
  const uninstallButton = dialog.getByRole("button", { name: "Uninstall" });
  for (let step = 0; step < 6; step++) {
    if (await uninstallButton.evaluate((element) => element.matches(":focus"))) break;
    await page.keyboard.press("Tab");
  }
  await uninstallButton.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(`${app.name} uninstalled`).waitFor();
  assert.deepEqual(visit.consoleErrors, []);
});

test("INS-7: a merchant who has declined an app can still install it", async (t) => {
  const visit = await openConsentPage(t, {}, createMouseInput);
  const { app, page, userInput, store } = visit;
  await userInput.activate("Cancel");
  await page.getByRole("heading", { name: "App not installed" }).waitFor();
  await page.goto(`${store.host_url}/apps`);
  await page.getByText("No apps installed").waitFor();
  await page.goto(app.install_link);
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  await approveApp(visit);
  assert.deepEqual(visit.consoleErrors, []);
});
