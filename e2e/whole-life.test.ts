import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { becomes, freePort, type SeededShop, seedShop } from "@souk/testkit";
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { type Hands, keyboard, mouse } from "./hands.ts";
import { complaintsOf } from "./page-complaints.ts";
import { openStage, type Stage } from "./stage.ts";
import { type Credentials, startSync } from "./sync-process.ts";

let stage: Stage;

before(async () => {
  stage = await openStage();
});
after(() => stage.close());

let partners = 0;

interface Registered extends Credentials {
  name: string;
  install_link: string;
}

/** A partner signs up and registers an app, all in the dashboard's pages. */
async function registerInDashboard(port: number, embedded: boolean): Promise<Registered> {
  const context = await stage.visitor();
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const hands = mouse(page);
  const name = `Stock Sync ${++partners}`;
  await page.goto(stage.testing.addresses.partnersOrigin);
  await hands.press("Create a partner account");
  await hands.fill("Name", "Gudang Software");
  await hands.fill("E-mail address", `whole-${partners}@gudang.test`);
  await hands.fill("Password", "a few words in a row");
  await hands.press("Create account");
  await page.getByRole("heading", { level: 1, name: "Your apps" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Register an app" }).first().click();
  await hands.fill("Name", name);
  await hands.fill("App URL", `http://localhost:${port}/`);
  await hands.fill("Redirection URLs 1", `http://localhost:${port}/auth/callback`);
  const isEmbedded = page.getByRole("switch", { name: "Embedded" });
  if ((await isEmbedded.isChecked()) !== embedded) await isEmbedded.press("Space");
  await hands.press("Register the app");
  await page.getByRole("heading", { level: 1, name: `${name} is registered` }).waitFor();
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
  shop: SeededShop;
  page: Page;
  hands: Hands;
  complaints: string[];
}

/** Up to the consent page: an app that its partner runs, and a merchant who has followed its install link. */
async function beginStory(
  t: TestContext,
  { embedded = true, ...options }: BrowserContextOptions & { embedded?: boolean },
  handsOf: (page: Page) => Hands,
): Promise<Story> {
  const port = await freePort();
  const app = await registerInDashboard(port, embedded);
  const sync = await startSync(port, app);
  const shop = await seedShop(stage.testing, { products: 2, locations: 2 });
  t.after(() => sync.stop());
  const page = await (await stage.as(shop.owner.browser, { reducedMotion: "reduce", ...options })).newPage();
  const complaints = complaintsOf(page);
  await page.goto(app.install_link);
  await page.getByRole("heading", { name: `Install ${app.name}?` }).waitFor();
  t.after(() => page.context().close());
  return { app, shop, page, hands: handsOf(page), complaints };
}

const place = ({ app, shop }: Story): string => `${shop.host_url}/apps/installed/${app.client_id}`;

async function approve({ page, hands, app, shop }: Story): Promise<FrameLocator> {
  await hands.press("Approve");
  await page.waitForURL(`${shop.host_url}/apps/installed/${app.client_id}`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Inventory Sync" }).waitFor();
  return frame;
}

/** The stock of the one-size product at the primary location, as the app's page shows it. */
const stockIn = (frame: FrameLocator | Page) =>
  frame.getByRole("spinbutton", { name: /^Stock of Seeded product 1 at / }).first();

async function shows(frame: FrameLocator | Page, quantity: number): Promise<void> {
  await becomes(() => stockIn(frame).inputValue(), String(quantity));
}

/** What the shop's own API says of that stock. */
async function stockOf({ shop }: Story): Promise<number> {
  const [variant, location] = [shop.variants[0]?.id, shop.locations[0]?.id];
  const url = `${shop.host_url}/api/4.0/inventory_levels.json?variant_ids=${variant}&location_ids=${location}`;
  const answer = await shop.owner.browser.call("GET", url);
  const { inventory_levels } = answer.json<{ inventory_levels: { inventory_quantity: number }[] }>();
  return inventory_levels[0]?.inventory_quantity ?? Number.NaN;
}

/** The merchant takes three in the admin, in another window. */
async function takeThreeInAdmin(story: Story): Promise<void> {
  const { shop, page } = story;
  const other = await page.context().newPage();
  await other.goto(`${shop.host_url}/products/${shop.variants[0]?.product_id}`);
  await other
    .getByRole("button", { name: /Change the stock$/ })
    .first()
    .click();
  await other.getByLabel("Change by").fill("-3");
  await other.getByRole("button", { name: "Change the stock", exact: true }).click();
  await other.getByText(/in stock now\.$/).waitFor();
  await other.close();
}

async function confirm({ page, hands }: Story, button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).waitFor();
  await hands.press(button);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
}

test("a partner registers an app; a merchant installs it, changes stock, disables, enables and uninstalls it", async (t) => {
  const story = await beginStory(t, {}, mouse);
  const { app, page, shop, hands } = story;
  const frame = await approve(story);
  const before = await stockOf(story);
  await shows(frame, before);

  // What happens in the admin arrives as a webhook and shows without a reload.
  await takeThreeInAdmin(story);
  await shows(frame, before - 3);
  await frame.getByText("inventory_level/inventory_quantity_update").first().waitFor();

  // What is set in the app is the shop's stock.
  await stockIn(frame).fill("42");
  await stockIn(frame).press("Enter");
  await becomes(() => stockOf(story), 42);

  await page.goto(`${place(story)}/details`);
  await confirm(story, "Disable");
  await page.getByText(`${app.name} is disabled.`).waitFor();
  await page.goto(place(story));
  await page.getByText(`${app.name} is disabled`, { exact: true }).waitFor();
  assert.equal(await page.locator("iframe").count(), 0);

  await page.goto(`${place(story)}/details`);
  await hands.press("Enable");
  await page.getByText(`${app.name} is enabled.`).waitFor();
  await page.goto(place(story));
  await shows(page.frameLocator("iframe"), 42);

  await page.goto(`${place(story)}/details`);
  await confirm(story, "Uninstall");
  await page.getByText(`${app.name} is uninstalled`).waitFor();
  await page.goto(`${shop.host_url}/apps`);
  await page.getByText("No app is installed").waitFor();
  assert.deepEqual(story.complaints, []);
});

test("the same app works in a tab of its own behind Continue when Embedded is off", async (t) => {
  const story = await beginStory(t, { embedded: false }, mouse);
  const { page, hands } = story;
  await hands.press("Approve");
  await page.waitForURL(place(story));
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: /^Continue/ }).click();
  const tab = await opening;
  const complaints = complaintsOf(tab);
  const before = await stockOf(story);
  await shows(tab, before);
  await tab
    .getByRole("button", { name: /^One less of Seeded product 1 at / })
    .first()
    .click();
  await shows(tab, before - 1);
  await becomes(() => stockOf(story), before - 1);
  await tab.reload();
  await shows(tab, before - 1);
  assert.deepEqual(complaints, []);
  assert.deepEqual(story.complaints, []);
});

test("with the keyboard alone, in a window 380 pixels wide, an app is installed, its stock changed, and it is uninstalled", async (t) => {
  const story = await beginStory(t, { viewport: { width: 380, height: 760 } }, keyboard);
  const { app, page, hands } = story;
  const frame = await approve(story);
  const before = await stockOf(story);
  await shows(frame, before);
  await stockIn(frame).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await becomes(() => stockOf(story), before + 1);
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
  for (let step = 0; step < 6 && !(await last.evaluate((each) => each.matches(":focus"))); step++)
    await page.keyboard.press("Tab");
  await last.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(`${app.name} is uninstalled`).waitFor();
  assert.deepEqual(story.complaints, []);
});

test("INS-7: a merchant who refuses stays without the app, and can still install it later", async (t) => {
  const story = await beginStory(t, {}, mouse);
  const { app, page, hands, shop } = story;
  await hands.press("Refuse");
  await page.getByRole("heading", { name: "Nothing was installed" }).waitFor();
  await page.goto(`${shop.host_url}/apps`);
  await page.getByText("No app is installed").waitFor();
  await page.goto(app.install_link);
  await page.getByRole("heading", { name: `Install ${app.name}?` }).waitFor();
  await approve(story);
  assert.deepEqual(story.complaints, []);
});
