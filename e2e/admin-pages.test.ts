import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually, type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { keyboard } from "./hands.ts";
import { oneWindow } from "./one-window.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 30, locations: 3 });
});
after(() => fixture.close());

/** Open a page of the store as its owner. */
const opened = (path: string) => openPage(fixture, store.owner.browser, `${store.host_url}${path}`);

/** Return the path of the nth seeded product; even ones have the sizes S and M. */
async function productPath(n: number): Promise<string> {
  const row = await fixture.testing.database.maybeOne<{ id: number }>(
    "select id from products where store_id = $1 and handle = $2",
    [store.id, `seeded-${n}`],
  );
  return `/products/${row?.id}`;
}

/** Locate the button that shows the stock of size S at the second location. */
const findStockButton = (page: Page) => page.getByRole("button", { name: /^S at Place 2: .* Edit stock$/ });

const numberIn = async (page: Page): Promise<number> => Number(await findStockButton(page).innerText());

/** Load the last line of the store's ledger. */
async function latestMovement() {
  const row = await fixture.testing.database.maybeOne<{ change: number; reason: string; actor_kind: string }>(
    `select change, reason, actor_kind from inventory_movements where store_id = $1
     order by created_at desc, id desc limit 1`,
    [store.id],
  );
  return row;
}

test("home shows the current figures and the activity of the selected days", async () => {
  const { page, done } = await opened("");
  await page.getByText("Get started").waitFor();
  await page.getByRole("link", { name: "Products" }).nth(1).waitFor();
  await page.getByText("30 days").click();
  await page.waitForURL((url) => url.searchParams.get("days") === "30");
  await page.reload();
  assert.ok(await page.getByRole("radio", { name: "30 days" }).isChecked());
  await page.getByRole("list").getByText("135 stock levels updated").waitFor();
  await done();
});

test("products are searched by words and pages, and the way back keeps the list", async () => {
  const { page, done } = await opened("/products");
  await page.getByText("30 results").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.waitForURL((url) => url.searchParams.get("page") === "2");
  await page.getByLabel("Search products").fill("product 17");
  await page.waitForURL((url) => url.searchParams.get("query") === "product 17");
  await page.getByText("1 result").waitFor();
  await page.goBack();
  await page.getByText("Page 2 of 2").waitFor();
  await becomes(() => page.getByLabel("Search products").inputValue(), "");
  await page.goForward();
  await page.getByRole("link", { name: /Seeded product 17/ }).click();
  await page.getByRole("heading", { level: 1, name: "Seeded product 17" }).waitFor();
  await eventually(async () => /Seeded product 17/.test(await page.title()));
  await done();
});

test("stock is added with the keyboard alone, and the ledger records the reason", async () => {
  const { page, done } = await opened(await productPath(2));
  await findStockButton(page).waitFor();
  const before = await numberIn(page);
  await keyboard(page).press((await findStockButton(page).getAttribute("aria-label")) ?? "");
  await page.getByLabel("Quantity", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("-4");
  await keyboard(page).fill("Reason", "broken");
  await page.keyboard.press("Enter");
  await page.getByText(`S at Place 2: ${before - 4} in stock`).waitFor();
  await becomes(() => numberIn(page), before - 4);
  // The focus comes back.
  await findStockButton(page).and(page.locator(":focus")).waitFor();
  assert.deepEqual(await latestMovement(), { change: -4, reason: "broken", actor_kind: "account" });
  // The newest of them stands first.
  const movements = page.getByRole("region", { name: "Stock history" }).first();
  await movements.getByRole("row").nth(1).getByText("broken").waitFor();
  await done();
});

/** Change the stock of a product's size S at the second location as another person. */
async function elsewhere(page: Page, change: number): Promise<void> {
  const [, id] = /products\/(\d+)/.exec(page.url()) ?? [];
  const variant = store.variants.find(({ product_id }) => product_id === Number(id));
  const answer = await store.owner.browser.call(
    "PUT",
    `${store.host_url}/api/4.0/inventory_levels/adjust.json`,
    {
      variant_id: variant?.id,
      location_id: store.locations[1]?.id,
      adjustment_quantity: change,
    },
  );
  assert.equal(answer.status, 200, answer.text);
}

test("INV-7 stock that changed meanwhile is not overwritten, and the person decides", async () => {
  const { page, done } = await opened(await productPath(4));
  await findStockButton(page).click();
  const seen = await numberIn(page);
  await page.getByText("Set to", { exact: true }).click();
  await page.getByLabel("New quantity").fill("50");
  await elsewhere(page, 7);
  await page.getByRole("button", { name: "Update stock", exact: true }).click();
  await page.getByText(`It was ${seen} when you opened this form and is now ${seen + 7}.`).waitFor();
  assert.deepEqual(await latestMovement(), { change: 7, reason: "adjust", actor_kind: "account" });
  await page.getByRole("button", { name: "Set to 50" }).click();
  await page.getByText("S at Place 2: 50 in stock").waitFor();
  await becomes(() => numberIn(page), 50);
  await done();
});

test("a removal of more than the stock is rejected beside the number", async () => {
  const { page, done } = await opened(await productPath(6));
  await findStockButton(page).click();
  await page.getByLabel("Quantity", { exact: true }).fill("-100000");
  await page.getByRole("button", { name: "Update stock", exact: true }).click();
  await page.getByText(/Not enough stock to remove/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Quantity", { exact: true }).waitFor({ state: "detached" });
  await done();
});

test("settings are saved, a rejected field says why, and the header has the new name", async () => {
  const { page, done } = await opened("/settings");
  const save = (part: string) =>
    page.getByRole("region", { name: part }).getByRole("button", { name: "Save" });
  await page.getByLabel("Store name").fill("Kedai Baru");
  await save("Store details").click();
  await page.getByText("Settings saved").waitFor();
  await page.getByRole("button", { name: /Store: Kedai Baru/ }).waitFor();
  const language = page.getByLabel("Language", { exact: true });
  await language.fill("no language");
  await save("Currency, time zone and language").click();
  await page.getByRole("link", { name: /BCP 47/ }).waitFor();
  assert.equal(await language.getAttribute("aria-invalid"), "true");
  const rows = await fixture.testing.database.many("select name, locale from stores where id = $1", [
    store.id,
  ]);
  assert.deepEqual(rows, [{ name: "Kedai Baru", locale: "en" }]);
  await done();
});

test("a custom app's token, shown once, has exactly the chosen permissions", async () => {
  const { page, done } = await opened("/settings/custom-apps");
  await page.getByRole("button", { name: "Create custom app" }).click();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("Night counter");
  await page.getByLabel("View products, variants and stock").check();
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByRole("heading", { name: "Save the credentials for Night counter" }).waitFor();
  const [token = ""] = /souk_at_[\w-]+/.exec(await page.locator("main").innerText()) ?? [];
  const read = (path: string) =>
    fixture.testing.request(`${store.origin}/api/3.0${path}`, { headers: { "service-access-token": token } });
  assert.equal((await read("/products.json")).status, 200);
  assert.equal((await read("/store.json")).status, 403);
  await page.getByRole("button", { name: "I've saved them" }).click();
  await page.getByRole("button", { name: "Regenerate token for Night counter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Regenerate token" }).click();
  await page.getByRole("heading", { name: "Save the credentials for Night counter" }).waitFor();
  assert.equal((await read("/products.json")).status, 401);
  await done();
});

test("a store that the platform suspended shows that and the reason on its pages", async () => {
  const suspended = await seedStore(fixture.testing);
  await fixture.testing.database.query(
    "update stores set suspended_at = now(), suspended_reason = 'Unpaid bills' where id = $1",
    [suspended.id],
  );
  const { page, done } = await openPage(fixture, suspended.owner.browser, `${suspended.host_url}/products`);
  await page.getByText("This store is suspended").waitFor();
  await page.getByText("Unpaid bills").waitFor();
  await done();
});

test("no admin page has a serious axe-core error or scrolls sideways in any look", async () => {
  const long = "A very long title of a product, ".repeat(7);
  await fixture.testing.database.query(
    "update products set title = $2 where store_id = $1 and handle = 'seeded-30'",
    [store.id, long],
  );
  const paths = ["", "/products", "/settings", "/settings/custom-apps", "/products/1", "/nowhere"];
  const violations: string[] = [];
  const view = oneWindow(fixture, store.owner.browser);
  for (const path of [...paths, await productPath(30)]) {
    const page = await view.at(`${store.host_url}${path}`);
    violations.push(
      ...(await findViolationsInEveryLook(page, async () => {})).map((violation) => `${path}: ${violation}`),
    );
  }
  const page = await view.at(`${store.host_url}${await productPath(8)}`);
  await findStockButton(page).click();
  await page.getByLabel("Quantity", { exact: true }).waitFor();
  violations.push(
    ...(await findViolationsInEveryLook(page, async () => {})).map(
      (violation) => `changing stock: ${violation}`,
    ),
  );
  await view.done();
  assert.deepEqual(violations, []);
});
