import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually, type SeededShop, seedShop } from "@souk/testkit";
import type { Page } from "playwright-core";
import { keyboard } from "./hands.ts";
import { oneWindow } from "./one-window.ts";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 30, locations: 3 });
});
after(() => stage.close());

/** A page of the shop, opened by its owner. */
const opened = (path: string) => openPage(stage, shop.owner.browser, `${shop.host_url}${path}`);

/** The path of the nth seeded product; even ones have the sizes S and M. */
async function productPath(n: number): Promise<string> {
  const { rows } = await stage.testing.database.query<{ id: number }>(
    "select id from products where store_id = $1 and handle = $2",
    [shop.id, `seeded-${n}`],
  );
  return `/products/${rows[0]?.id}`;
}

/** The button that shows the stock of size S at the second location. */
const stockOf = (page: Page) => page.getByRole("button", { name: /^S at Place 2: .* Change the stock$/ });

const numberIn = async (page: Page): Promise<number> => Number(await stockOf(page).innerText());

/** The last line of the shop's ledger. */
async function latestMovement() {
  const { rows } = await stage.testing.database.query<{ change: number; reason: string; actor_kind: string }>(
    `select change, reason, actor_kind from inventory_movements where store_id = $1
     order by created_at desc, id desc limit 1`,
    [shop.id],
  );
  return rows[0];
}

test("home shows what there is and what happened, over as many days as are asked for", async () => {
  const { page, done } = await opened("");
  await page.getByText("First steps").waitFor();
  await page.getByRole("link", { name: "Products" }).nth(1).waitFor();
  await page.getByText("30 days").click();
  await page.waitForURL((url) => url.searchParams.get("days") === "30");
  await page.reload();
  assert.ok(await page.getByRole("radio", { name: "30 days" }).isChecked());
  await page.getByRole("list").getByText("Stock changed in 135 places at once").waitFor();
  await done();
});

test("products are found by words, a page at a time, and the way back leads to what was seen", async () => {
  const { page, done } = await opened("/products");
  await page.getByText("30 entries").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.waitForURL((url) => url.searchParams.get("page") === "2");
  await page.getByLabel("Search products").fill("product 17");
  await page.waitForURL((url) => url.searchParams.get("query") === "product 17");
  await page.getByText("1 entry").waitFor();
  await page.goBack();
  await page.getByText("Page 2 of 2").waitFor();
  await becomes(() => page.getByLabel("Search products").inputValue(), "");
  await page.goForward();
  await page.getByRole("link", { name: /Seeded product 17/ }).click();
  await page.getByRole("heading", { level: 1, name: "Seeded product 17" }).waitFor();
  await eventually(async () => /Seeded product 17/.test(await page.title()));
  await done();
});

test("stock is added to with the keyboard alone, and the ledger says why", async () => {
  const { page, done } = await opened(await productPath(2));
  await stockOf(page).waitFor();
  const before = await numberIn(page);
  await keyboard(page).press((await stockOf(page).getAttribute("aria-label")) ?? "");
  await page.getByLabel("Change by").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("-4");
  await keyboard(page).fill("Reason", "broken");
  await page.keyboard.press("Enter");
  await page.getByText(`S at Place 2: ${before - 4} in stock now.`).waitFor();
  await becomes(() => numberIn(page), before - 4);
  // The focus comes back.
  await stockOf(page).and(page.locator(":focus")).waitFor();
  assert.deepEqual(await latestMovement(), { change: -4, reason: "broken", actor_kind: "account" });
  // The newest of them stands first.
  const movements = page.getByRole("region", { name: "Movements" }).first();
  await movements.getByRole("row").nth(1).getByText("broken").waitFor();
  await done();
});

/** Somebody else changes the stock of a product's size S at the second location. */
async function elsewhere(page: Page, change: number): Promise<void> {
  const [, id] = /products\/(\d+)/.exec(page.url()) ?? [];
  const variant = shop.variants.find(({ product_id }) => product_id === Number(id));
  const answer = await shop.owner.browser.call(
    "PUT",
    `${shop.host_url}/api/4.0/inventory_levels/adjust.json`,
    {
      variant_id: variant?.id,
      location_id: shop.locations[1]?.id,
      adjustment_quantity: change,
    },
  );
  assert.equal(answer.status, 200, answer.text);
}

test("INV-7 stock that changed meanwhile is not set over: the person sees what it is now and decides", async () => {
  const { page, done } = await opened(await productPath(4));
  await stockOf(page).click();
  const seen = await numberIn(page);
  await page.getByText("Set to", { exact: true }).click();
  await page.getByLabel("New quantity").fill("50");
  await elsewhere(page, 7);
  await page.getByRole("button", { name: "Change the stock", exact: true }).click();
  await page.getByText(`It was ${seen} when you began and is ${seen + 7} now.`).waitFor();
  assert.deepEqual(await latestMovement(), { change: 7, reason: "adjust", actor_kind: "account" });
  await page.getByRole("button", { name: "Set it to 50 anyway" }).click();
  await page.getByText("S at Place 2: 50 in stock now.").waitFor();
  await becomes(() => numberIn(page), 50);
  await done();
});

test("taking more than there is is refused beside the number", async () => {
  const { page, done } = await opened(await productPath(6));
  await stockOf(page).click();
  await page.getByLabel("Change by").fill("-100000");
  await page.getByRole("button", { name: "Change the stock", exact: true }).click();
  await page.getByText(/There are not that many to take/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Change by").waitFor({ state: "detached" });
  await done();
});

test("settings are saved, a refused field says why, and the new name stands in the header at once", async () => {
  const { page, done } = await opened("/settings");
  const save = (part: string) =>
    page.getByRole("region", { name: part }).getByRole("button", { name: "Save" });
  await page.getByLabel("Name of the shop").fill("Kedai Baru");
  await save("Shop").click();
  await page.getByText("The settings are saved.").waitFor();
  await page.getByRole("button", { name: /Shop: Kedai Baru/ }).waitFor();
  const language = page.getByLabel("Language", { exact: true });
  await language.fill("no language");
  await save("Money, time and language").click();
  await page.getByRole("link", { name: /BCP 47/ }).waitFor();
  assert.equal(await language.getAttribute("aria-invalid"), "true");
  const { rows } = await stage.testing.database.query("select name, locale from stores where id = $1", [
    shop.id,
  ]);
  assert.deepEqual(rows, [{ name: "Kedai Baru", locale: "en" }]);
  await done();
});

test("a custom app is made with what it may do, and its token, shown once, does that and no more", async () => {
  const { page, done } = await opened("/settings/custom-apps");
  await page.getByRole("button", { name: "Make a custom app" }).click();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("Night counter");
  await page.getByLabel("See products, their variants and stock").check();
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("heading", { name: "Keep the keys of Night counter now" }).waitFor();
  const [token = ""] = /souk_at_[\w-]+/.exec(await page.locator("main").innerText()) ?? [];
  const read = (path: string) =>
    stage.testing.request(`${shop.origin}/api/3.0${path}`, { headers: { "service-access-token": token } });
  assert.equal((await read("/products.json")).status, 200);
  assert.equal((await read("/store.json")).status, 403);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "New token for Night counter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "New token" }).click();
  await page.getByRole("heading", { name: "Keep the keys of Night counter now" }).waitFor();
  assert.equal((await read("/products.json")).status, 401);
  await done();
});

test("a shop that the platform suspended says so on its pages, and why", async () => {
  const suspended = await seedShop(stage.testing);
  await stage.testing.database.query(
    "update stores set suspended_at = now(), suspended_reason = 'Unpaid bills' where id = $1",
    [suspended.id],
  );
  const { page, done } = await openPage(stage, suspended.owner.browser, `${suspended.host_url}/products`);
  await page.getByText("The platform has suspended this shop").waitFor();
  await page.getByText("Unpaid bills").waitFor();
  await done();
});

test("no page of the admin has a serious fault for axe-core or scrolls sideways, in light, in dark, or 380 pixels wide", async () => {
  const long = "A very long title of a product, ".repeat(7);
  await stage.testing.database.query(
    "update products set title = $2 where store_id = $1 and handle = 'seeded-30'",
    [shop.id, long],
  );
  const paths = ["", "/products", "/settings", "/settings/custom-apps", "/products/1", "/nowhere"];
  const faults: string[] = [];
  const view = oneWindow(stage, shop.owner.browser);
  for (const path of [...paths, await productPath(30)]) {
    const page = await view.at(`${shop.host_url}${path}`);
    faults.push(...(await faultsInEveryLook(page, async () => {})).map((fault) => `${path}: ${fault}`));
  }
  const page = await view.at(`${shop.host_url}${await productPath(8)}`);
  await stockOf(page).click();
  await page.getByLabel("Change by").waitFor();
  faults.push(...(await faultsInEveryLook(page, async () => {})).map((fault) => `changing stock: ${fault}`));
  await view.done();
  assert.deepEqual(faults, []);
});
