import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { becomes, freePort, type SeededStore, seedStore } from "@souk/testkit";
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type Hands, keyboard, mouse } from "./hands.ts";
import { collectConsoleErrors } from "./page-complaints.ts";
import { type Credentials, startSync } from "./sync-process.ts";

let fixture: E2eFixture;

before(async () => {
  fixture = await createE2eFixture();
});
after(() => fixture.close());

let partners = 0;

interface Registered extends Credentials {
  name: string;
  install_link: string;
}

/** Register a new partner and an app through the dashboard's pages. */
async function registerInDashboard(port: number, embedded: boolean): Promise<Registered> {
  const context = await fixture.openWindow();
  const page = await context.newPage();
  const complaints = collectConsoleErrors(page);
  const hands = mouse(page);
  const name = `Stock Sync ${++partners}`;
  await page.goto(fixture.testing.addresses.partnersOrigin);
  await hands.press("Create a partner account");
  await hands.fill("Name", "Gudang Software");
  await hands.fill("Email", `whole-${partners}@gudang.test`);
  await hands.fill("Password", "a few words in a row");
  await hands.press("Create account");
  await page.getByRole("heading", { level: 1, name: "Your apps" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Create app" }).first().click();
  await hands.fill("Name", name);
  await hands.fill("App URL", `http://localhost:${port}/`);
  await hands.fill("Redirection URLs 1", `http://localhost:${port}/auth/callback`);
  const isEmbedded = page.getByRole("switch", { name: "Embedded" });
  if ((await isEmbedded.isChecked()) !== embedded) await isEmbedded.press("Space");
  await hands.press("Create app");
  await page.getByRole("heading", { level: 1, name: `${name} created` }).waitFor();
  const registered = {
    name,
    client_id: await page.getByText(/^souk_app_[0-9a-f]+$/).innerText(),
    client_secret: await page.getByText(/^souk_cs_/).innerText(),
    install_link: await page.getByText(/\/apps\/install\/souk_app_/).innerText(),
  };
  assert.deepEqual(complaints, []);
  await context.close();
  return registered;
}

interface Story {
  app: Registered;
  store: SeededStore;
  page: Page;
  hands: Hands;
  complaints: string[];
}

/** Start a partner's app and follow its install link as a merchant, up to the consent page. */
async function beginStory(
  t: TestContext,
  { embedded = true, ...options }: BrowserContextOptions & { embedded?: boolean },
  createHands: (page: Page) => Hands,
): Promise<Story> {
  const port = await freePort();
  const app = await registerInDashboard(port, embedded);
  const sync = await startSync(port, app);
  const store = await seedStore(fixture.testing, { products: 2, locations: 2 });
  t.after(() => sync.stop());
  const page = await (
    await fixture.openWindowAs(store.owner.browser, { reducedMotion: "reduce", ...options })
  ).newPage();
  const complaints = collectConsoleErrors(page);
  await page.goto(app.install_link);
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  t.after(() => page.context().close());
  return { app, store, page, hands: createHands(page), complaints };
}

const place = ({ app, store }: Story): string => `${store.host_url}/apps/installed/${app.client_id}`;

async function approve({ page, hands, app, store }: Story): Promise<FrameLocator> {
  await hands.press("Approve");
  await page.waitForURL(`${store.host_url}/apps/installed/${app.client_id}`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Inventory Sync" }).waitFor();
  return frame;
}

/** Locate the stock of the one-size product at the primary location on the app's page. */
const stockIn = (frame: FrameLocator | Page) =>
  frame.getByRole("spinbutton", { name: /^Stock of Seeded product 1 at / }).first();

async function shows(frame: FrameLocator | Page, quantity: number): Promise<void> {
  await becomes(() => stockIn(frame).inputValue(), String(quantity));
}

/** Read that stock from the store's own API. */
async function loadStock({ store }: Story): Promise<number> {
  const [variant, location] = [store.variants[0]?.id, store.locations[0]?.id];
  const url = `${store.host_url}/api/4.0/inventory_levels.json?variant_ids=${variant}&location_ids=${location}`;
  const answer = await store.owner.browser.call("GET", url);
  const { inventory_levels } = answer.json<{ inventory_levels: { inventory_quantity: number }[] }>();
  return inventory_levels[0]?.inventory_quantity ?? Number.NaN;
}

/** Remove three units in the admin as the merchant, in another window. */
async function takeThreeInAdmin(story: Story): Promise<void> {
  const { store, page } = story;
  const other = await page.context().newPage();
  await other.goto(`${store.host_url}/products/${store.variants[0]?.product_id}`);
  await other
    .getByRole("button", { name: /Edit stock$/ })
    .first()
    .click();
  await other.getByLabel("Quantity", { exact: true }).fill("-3");
  await other.getByRole("button", { name: "Update stock", exact: true }).click();
  await other.getByText(/in stock$/).waitFor();
  await other.close();
}

async function confirm({ page, hands }: Story, button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).waitFor();
  await hands.press(button);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
}

test("a partner registers an app; a merchant installs, uses and uninstalls it", async (t) => {
  const story = await beginStory(t, {}, mouse);
  const { app, page, store, hands } = story;
  const frame = await approve(story);
  const before = await loadStock(story);
  await shows(frame, before);

  // What happens in the admin arrives as a webhook and shows without a reload.
  await takeThreeInAdmin(story);
  await shows(frame, before - 3);
  await frame.getByText("inventory_level/inventory_quantity_update").first().waitFor();

  // The store's stock is the one that was set in the app.
  await stockIn(frame).fill("42");
  await stockIn(frame).press("Enter");
  await becomes(() => loadStock(story), 42);

  await page.goto(`${place(story)}/details`);
  await confirm(story, "Disable");
  await page.getByText(`${app.name} disabled`).waitFor();
  await page.goto(place(story));
  await page.getByText(`${app.name} is disabled`, { exact: true }).waitFor();
  assert.equal(await page.locator("iframe").count(), 0);

  await page.goto(`${place(story)}/details`);
  await hands.press("Enable");
  await page.getByText(`${app.name} enabled`).waitFor();
  await page.goto(place(story));
  await shows(page.frameLocator("iframe"), 42);

  await page.goto(`${place(story)}/details`);
  await confirm(story, "Uninstall");
  await page.getByText(`${app.name} uninstalled`).waitFor();
  await page.goto(`${store.host_url}/apps`);
  await page.getByText("No apps installed").waitFor();
  assert.deepEqual(story.complaints, []);
});

test("the same app works in its own tab after Continue when Embedded is off", async (t) => {
  const story = await beginStory(t, { embedded: false }, mouse);
  const { page, hands } = story;
  await hands.press("Approve");
  await page.waitForURL(place(story));
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: /^Continue/ }).click();
  const tab = await opening;
  const complaints = collectConsoleErrors(tab);
  const before = await loadStock(story);
  await shows(tab, before);
  await tab
    .getByRole("button", { name: /^Decrease by 1 of Seeded product 1 at / })
    .first()
    .click();
  await shows(tab, before - 1);
  await becomes(() => loadStock(story), before - 1);
  await tab.reload();
  await shows(tab, before - 1);
  assert.deepEqual(complaints, []);
  assert.deepEqual(story.complaints, []);
});

test("an app is installed, used and uninstalled by keyboard in a 380 pixel window", async (t) => {
  const story = await beginStory(t, { viewport: { width: 380, height: 760 } }, keyboard);
  const { app, page, hands } = story;
  const frame = await approve(story);
  const before = await loadStock(story);
  await shows(frame, before);
  await stockIn(frame).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await becomes(() => loadStock(story), before + 1);
  const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await becomes(() => page.evaluate<number>(sideways), 0);
  await becomes(() => page.frames()[1]?.evaluate<number>(sideways), 0);

  await page.goto(`${place(story)}/details`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await hands.press("Uninstall");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // It takes the focus some moments after it is drawn.
  await dialog.locator(":focus").waitFor();
  const last = dialog.getByRole("button", { name: "Uninstall" });
  for (let step = 0; step < 6 && !(await last.evaluate((element) => element.matches(":focus"))); step++)
    await page.keyboard.press("Tab");
  await last.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(`${app.name} uninstalled`).waitFor();
  assert.deepEqual(story.complaints, []);
});

test("INS-7: a merchant who rejects stays without the app and can install it later", async (t) => {
  const story = await beginStory(t, {}, mouse);
  const { app, page, hands, store } = story;
  await hands.press("Cancel");
  await page.getByRole("heading", { name: "App not installed" }).waitFor();
  await page.goto(`${store.host_url}/apps`);
  await page.getByText("No apps installed").waitFor();
  await page.goto(app.install_link);
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  await approve(story);
  assert.deepEqual(story.complaints, []);
});
