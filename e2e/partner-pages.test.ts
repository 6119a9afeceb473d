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
  type SeededShop,
  seedShop,
  signUp,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { type Hands, keyboard, mouse } from "./hands.ts";
import { type OneWindow, oneWindow } from "./one-window.ts";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let token: string;

const topic = "inventory_level/inventory_quantity_update";

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 2 });
  app = await registerApp(stage.testing, stage.app.url);
  ({ token } = await installApp(stage.testing, { shop, app }));
});
after(() => stage.close());

/** A page of the partner dashboard. */
const opened = (person: Browser, path: string) =>
  openPage(stage, person, `${stage.testing.addresses.partnersOrigin}${path}`);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function api(method: string, path: string, json: unknown): Promise<void> {
  const answer = await stage.testing.request(`${shop.origin}/api${path}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
}

async function changeStock(quantity: number): Promise<void> {
  const level = { variant_id: shop.variants[0]?.id, location_id: shop.locations[0]?.id };
  await api("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity });
}

/** From the empty list to a registered app, by way of addresses that are refused. */
async function register(page: Page, hands: Hands): Promise<void> {
  await page.getByText("No app yet").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Register an app" }).focus();
  await page.keyboard.press("Enter");
  await heading(page, "Register an app").waitFor();
  await hands.press("Register the app");
  await page.getByText("App URL is needed.").first().waitFor();
  await hands.fill("Name *", "Gudang Stock Sync");
  await hands.fill("App URL *", "http://elsewhere.shop/app");
  await hands.fill("Redirection URLs 1", `${stage.app.url}/oauth/callback`);
  await hands.press("Register the app");
  await page.getByRole("alert").waitFor();
  await becomes(() => page.getByLabel("App URL").getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByLabel("Name").inputValue(), "Gudang Stock Sync", "what was typed stays");
}

/** The App URL again, as it should have been. */
async function correct(page: Page, hands: Hands): Promise<void> {
  await page.getByLabel("App URL").evaluate((input) => (input as unknown as { select(): void }).select());
  await hands.fill("App URL *", `${stage.app.url}/app`);
  await hands.press("Register the app");
}

test("an app is registered with the keyboard alone; wrong addresses are refused by name, the secret is shown once", async () => {
  const { browser } = await signUp(stage.testing, "partners");
  const { page, done } = await opened(browser, "/");
  const hands = keyboard(page);
  await register(page, hands);
  await correct(page, hands);
  await heading(page, "Gudang Stock Sync is registered").waitFor();
  await page.getByText("This works in development only").waitFor();
  const secret = await page.getByText(/^souk_cs_/).innerText();
  await page.getByText(/^npm run souk -- create-app gudang-stock-sync/).waitFor();
  const link = await page.getByText(/\/apps\/install\/souk_app_/).innerText();
  await page.reload();
  await heading(page, "Register an app").waitFor();
  await page.goto(stage.testing.addresses.partnersOrigin);
  await mouse(page).press("Gudang Stock Sync");
  await heading(page, "Gudang Stock Sync").waitFor();
  await page.getByText(link, { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Secrets" }).click();
  await page.getByText(secret.slice(-4), { exact: true }).waitFor();
  assert.equal((await page.content()).includes(secret), false);
  await done();
});

test("a second secret is made, takes over, and one of two is revoked, each after a word of what happens", async () => {
  const mine = await registerApp(stage.testing, stage.app.url);
  const { page, done } = await opened(mine.partner.browser, `/apps/${mine.id}?tab=secrets`);
  const hands = mouse(page);
  const dialog = page.getByRole("dialog");
  const lines = page.getByRole("listitem").filter({ hasText: "Ends in" });
  const made = page.getByText(/^souk_cs_/);
  const rotate = async (): Promise<string> => {
    await hands.press("Rotate");
    await dialog.getByText("The new secret is shown once.", { exact: false }).waitFor();
    await hands.press("Make a second secret");
    await made.waitFor();
    await dialog.waitFor({ state: "detached" });
    await becomes(() => lines.count(), 2);
    return made.innerText();
  };
  const first = await rotate();
  await hands.press("I have kept it");
  await made.waitFor({ state: "detached" });
  await hands.press("Switch now");
  await dialog.getByRole("button", { name: "Switch now" }).click();
  await page.getByRole("button", { name: "Rotate" }).waitFor();
  await eventually(async () => new RegExp(`${first.slice(-4)}[^]*Signs`).test(await lines.innerText()));
  const second = await rotate();
  await page.reload();
  await page.getByRole("button", { name: "Switch now" }).waitFor();
  assert.equal((await page.content()).includes(second), false, "after a reload nobody shows it again");
  await hands.press(`Revoke the secret that ends in ${second.slice(-4)}`);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Rotate" }).waitFor();
  await eventually(async () => (await lines.innerText()).includes(first.slice(-4)));
  await done();
});

test("an app is edited: a wrong address is refused beside its field, what is right is kept", async () => {
  const mine = await registerApp(stage.testing, stage.app.url);
  const { page, done } = await opened(mine.partner.browser, `/apps/${mine.id}`);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Name").fill("Kedai <b>Sync</b> & söns");
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByRole("textbox", { name: "Redirection URLs 2" }).fill("https://127.0.0.1:99999/nowhere");
  await mouse(page).press("Save");
  await page.getByRole("alert").waitFor();
  await page.getByRole("textbox", { name: "Redirection URLs 2" }).fill(`${stage.app.url}/second`);
  await page.getByLabel("Embedded").uncheck({ force: true });
  await mouse(page).press("Save");
  await heading(page, "Kedai <b>Sync</b> & söns").waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByText("In a tab of its own").waitFor();
  await page.getByText(`${stage.app.url}/second`).waitFor();
  await done();
});

/** How many deliveries to the installation that a page shows have arrived, as the platform knows it. */
async function delivered(page: Page): Promise<number> {
  const { origin, pathname } = new URL(page.url());
  const url = `${origin}/api/console${pathname}/deliveries.json?state=delivered&limit=250`;
  return (await consoleCall<{ deliveries: object[] }>(app.partner.browser, ["GET", url])).deliveries.length;
}

test("a partner sees what was sent to a shop, why it failed and that it arrived, without losing the place", async () => {
  await api("POST", "/3.0/webhooks.json", { topic, url: `${stage.app.url}/stock` });
  // The first attempt alone fails: the second one is made five seconds later, however long the page takes.
  let isDown = true;
  stage.app.answer(() => {
    const answer = isDown
      ? { status: 503, body: "<b>down</b> for a moment" }
      : { status: 200, body: "thanks" };
    isDown = false;
    return answer;
  });
  await changeStock(41);
  const { page, done } = await opened(app.partner.browser, `/apps/${app.id}`);
  await mouse(page).press(`${shop.handle} ${new URL(shop.origin).hostname}`);
  await heading(page, shop.handle).waitFor();
  const lines = page.getByRole("button", { expanded: false }).filter({ hasText: topic });
  const open = page.getByRole("button", { expanded: true }).filter({ hasText: topic });
  await lines.first().waitFor();
  await lines.first().click();
  await page.getByText("Status 503").first().waitFor();
  await page.getByText("<b>down</b> for a moment").first().waitFor();
  for (let quantity = 0; quantity < 30; quantity++) await changeStock(quantity);
  await eventually(async () => (await delivered(page)) === 31, { within: 60_000 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Load older" }).click();
  await page.getByText("Nothing older is kept.").waitFor();
  await becomes(async () => (await lines.count()) + (await open.count()), 31);
  await page.getByText("Status 200").waitFor();
  assert.equal(await open.count(), 1, "the open line stays open");
  await page.getByLabel("State").selectOption({ label: "Given up" });
  await page.getByText("No delivery like that").waitFor();
  await page.getByLabel("State").selectOption({ label: "Delivered" });
  await page.getByLabel("Topic").selectOption(topic);
  await page.waitForURL((url) => url.searchParams.get("state") === "delivered");
  await page.reload();
  await lines.first().waitFor();
  assert.equal(await page.getByLabel("Topic").inputValue(), topic);
  await done();
});

test("installations are found by shop; another partner's app, installation or a made-up one is not there", async () => {
  const { page, done } = await opened(app.partner.browser, `/apps/${app.id}`);
  await page.getByLabel("Find a shop").fill("no such shop");
  await page.getByText("No shop is found").waitFor();
  await page.getByLabel("Find a shop").fill(shop.handle.toUpperCase());
  await page.getByRole("link", { name: shop.handle }).waitFor();
  const stranger = await signUp(stage.testing, "partners");
  for (const path of [`/apps/${app.id}`, `/apps/${app.id}/installations/1`, "/apps/none"]) {
    const theirs = await opened(stranger.browser, path);
    await theirs.page.getByText("There is no such record.").waitFor();
    await theirs.done();
  }
  await done();
});

test("a partner whom the platform suspended reads why, on every page", async () => {
  const mine = await registerApp(stage.testing, stage.app.url);
  await stage.testing.database.query(
    `update partners set suspended_at = now(), suspended_reason = 'Sells what it read'
     where id = (select partner_id from apps where id = $1)`,
    [mine.id],
  );
  const { page, done } = await opened(mine.partner.browser, `/apps/${mine.id}?tab=settings`);
  await page.getByText("The reason: Sells what it read").waitFor();
  await page.getByLabel("Name").fill("Another name");
  await mouse(page).press("Save");
  await page.getByText("The platform has suspended this partner.", { exact: false }).waitFor();
  await page.goto(stage.testing.addresses.partnersOrigin);
  await page.getByText("The reason: Sells what it read").waitFor();
  await page.getByText("Suspended", { exact: true }).waitFor();
  assert.equal(await page.getByText("The reason: Sells what it read").count(), 1);
  await done(/status of 403/);
});

test("no page of the partner dashboard keeps anybody out, in any look", async () => {
  const answer = await app.partner.browser.call(
    "GET",
    `${stage.testing.addresses.partnersOrigin}/api/console/apps/${app.id}/installations.json`,
  );
  const { installations } = answer.json<{ installations: { id: number }[] }>();
  const path = `/apps/${app.id}`;
  const newcomer = await signUp(stage.testing, "partners");
  const faults: string[] = [];
  const { browser } = app.partner;
  const [theirs, news] = [oneWindow(stage, browser), oneWindow(stage, newcomer.browser)];
  const look = async (name: string, view: OneWindow, at: string, act?: (page: Page) => Promise<void>) => {
    const page = await view.at(`${stage.testing.addresses.partnersOrigin}${at}`);
    await act?.(page);
    const found = await faultsInEveryLook(page, (kind) => takePicture(page, `partners ${name} ${kind}`));
    faults.push(...found.map((fault) => `${name}, ${fault}`));
  };
  const shown = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
  await look("no apps", news, "/", shown("No app yet"));
  await look("apps", theirs, "/", shown("delivered"));
  await look("register, refused", news, "/apps/new", async (page) => {
    await mouse(page).press("Register the app");
    await page.getByRole("alert").waitFor();
  });
  await look("registered", news, "/apps/new", async (page) => {
    await page.getByLabel("Name").fill("Gudang");
    await page.getByLabel("App URL").fill(`${stage.app.url}/app`);
    await page.getByLabel("Redirection URLs 1").fill(`${stage.app.url}/back`);
    await mouse(page).press("Register the app");
    await page.getByText("Keep the client secret now", { exact: false }).waitFor();
  });
  await look("app", theirs, path, shown(shop.handle));
  await look("secrets", theirs, `${path}?tab=secrets`, async (page) => {
    await mouse(page).press("Rotate");
    await mouse(page).press("Make a second secret");
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
    await page.getByText("What was answered").waitFor();
  });
  for (const view of [theirs, news]) await view.done();
  assert.deepEqual(faults, []);
});
