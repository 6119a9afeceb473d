import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertBecomes, eventually, type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage } from "./reused-page.ts";
import { createKeyboardInput } from "./user-input.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 30, locations: 3 });
});
after(() => fixture.close());

/** Open a page of the store as the owner. */
const openStorePage = (path: string) => openPage(fixture, store.owner.browser, `${store.host_url}${path}`);

/** Return the path of the nth seeded product. Products with even numbers have the sizes S and M. */
async function findProductPath(n: number): Promise<string> {
  const row = await fixture.testPlatform.database.maybeOne<{ id: number }>(
    "select id from products where store_id = $1 and handle = $2",
    [store.id, `seeded-${n}`],
  );
  return `/products/${row?.id}`;
}

/** Find the button that shows the stock of size S at the second location. */
const findStockButton = (page: Page) => page.getByRole("button", { name: /^S at Place 2: .* Edit stock$/ });

const readStockQuantity = async (page: Page): Promise<number> =>
  Number(await findStockButton(page).innerText());

/** Load the store's latest stock movement. */
async function loadLatestMovement() {
  return fixture.testPlatform.database.maybeOne<{ change: number; reason: string; actor_kind: string }>(
    `select change, reason, actor_kind from inventory_movements where store_id = $1
     order by created_at desc, id desc limit 1`,
    [store.id],
  );
}

test("the home page shows the activity of the selected number of days", async () => {
  const { page, closePage } = await openStorePage("");
  await page.getByText("Get started").waitFor();
  await page.getByRole("link", { name: "Products" }).nth(1).waitFor();
  await page.getByText("30 days").click();
  await page.waitForURL((url) => url.searchParams.get("days") === "30");
  await page.reload();
  assert.ok(await page.getByRole("radio", { name: "30 days" }).isChecked());
  // The 30 products have 45 variants, each with a stock level at 3 locations.
  await page.getByRole("list").getByText("135 stock levels updated").waitFor();
  await closePage();
});

test("in the product list, the browser's Back button restores the previous search and page", async () => {
  const { page, closePage } = await openStorePage("/products");
  await page.getByText("30 results").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.waitForURL((url) => url.searchParams.get("page") === "2");
  await page.getByLabel("Search products").fill("product 17");
  await page.waitForURL((url) => url.searchParams.get("query") === "product 17");
  await page.getByText("1 result").waitFor();
  await page.goBack();
  await page.getByText("Page 2 of 2").waitFor();
  await assertBecomes(() => page.getByLabel("Search products").inputValue(), "");
  await page.goForward();
  await page.getByRole("link", { name: /Seeded product 17/ }).click();
  await page.getByRole("heading", { level: 1, name: "Seeded product 17" }).waitFor();
  await eventually(async () => /Seeded product 17/.test(await page.title()));
  await closePage();
});

test("stock can be adjusted with only the keyboard, and the stock history shows the reason", async () => {
  const { page, closePage } = await openStorePage(await findProductPath(2));
  await findStockButton(page).waitFor();
  const quantityBefore = await readStockQuantity(page);
  await createKeyboardInput(page).activate((await findStockButton(page).getAttribute("aria-label")) ?? "");
  await page.getByLabel("Quantity", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("-4");
  await createKeyboardInput(page).fill("Reason", "broken");
  await page.keyboard.press("Enter");
  await page.getByText(`S at Place 2: ${quantityBefore - 4} in stock`).waitFor();
  await assertBecomes(() => readStockQuantity(page), quantityBefore - 4);
  // The focus returns to the button.
  await findStockButton(page).and(page.locator(":focus")).waitFor();
  assert.deepEqual(await loadLatestMovement(), { change: -4, reason: "broken", actor_kind: "account" });
  // The newest movement comes first.
  const movements = page.getByRole("region", { name: "Stock history" }).first();
  await movements.getByRole("row").nth(1).getByText("broken").waitFor();
  await closePage();
});

/** Change the stock of size S of the shown product at the second location through the API, as another person would. */
async function changeStockAsOtherPerson(page: Page, change: number): Promise<void> {
  const [, id] = /products\/(\d+)/.exec(page.url()) ?? [];
  const variant = store.variants.find(({ product_id }) => product_id === Number(id));
  const response = await store.owner.browser.call(
    "PUT",
    `${store.host_url}/api/4.0/inventory_levels/adjust.json`,
    {
      variant_id: variant?.id,
      location_id: store.locations[1]?.id,
      adjustment_quantity: change,
    },
  );
  assert.equal(response.status, 200, response.text);
}

test("INV-7: the form that sets a quantity asks before it overwrites another person's change", async () => {
  const { page, closePage } = await openStorePage(await findProductPath(4));
  await findStockButton(page).click();
  const initialQuantity = await readStockQuantity(page);
  await page.getByText("Set to", { exact: true }).click();
  await page.getByLabel("New quantity").fill("50");
  await changeStockAsOtherPerson(page, 7);
  await page.getByRole("button", { name: "Update stock", exact: true }).click();
  await page
    .getByText(
      `The quantity was ${initialQuantity} when you opened this form and is now ${initialQuantity + 7}.`,
    )
    .waitFor();
  assert.deepEqual(await loadLatestMovement(), { change: 7, reason: "adjust", actor_kind: "account" });
  await page.getByRole("button", { name: "Set to 50" }).click();
  await page.getByText("S at Place 2: 50 in stock").waitFor();
  await assertBecomes(() => readStockQuantity(page), 50);
  await closePage();
});

test("removing more units than are in stock shows an error at the quantity field", async () => {
  const { page, closePage } = await openStorePage(await findProductPath(6));
  await findStockButton(page).click();
  await page.getByLabel("Quantity", { exact: true }).fill("-100000");
  await page.getByRole("button", { name: "Update stock", exact: true }).click();
  await page.getByText(/Not enough stock to remove/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Quantity", { exact: true }).waitFor({ state: "detached" });
  await closePage();
});

test("the store settings page saves a new store name and shows an error for an invalid language", async () => {
  const { page, closePage } = await openStorePage("/settings");
  const findSaveButton = (region: string) =>
    page.getByRole("region", { name: region }).getByRole("button", { name: "Save" });
  await page.getByLabel("Store name").fill("Kedai Baru");
  await findSaveButton("Store details").click();
  await page.getByText("Settings saved").waitFor();
  await page.getByRole("button", { name: /Store: Kedai Baru/ }).waitFor();
  const language = page.getByLabel("Language", { exact: true });
  await language.fill("no language");
  await findSaveButton("Currency, time zone and language").click();
  await page.getByRole("link", { name: /BCP 47/ }).waitFor();
  assert.equal(await language.getAttribute("aria-invalid"), "true");
  const rows = await fixture.testPlatform.database.many("select name, locale from stores where id = $1", [
    store.id,
  ]);
  assert.deepEqual(rows, [{ name: "Kedai Baru", locale: "en" }]);
  await closePage();
});

test("a custom app's token is shown once and has exactly the selected permissions", async () => {
  const { page, closePage } = await openStorePage("/settings/custom-apps");
  await page.getByRole("button", { name: "Create custom app" }).click();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("Night counter");
  await page.getByLabel("View products, variants and stock").check();
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByRole("heading", { name: "Save the credentials for Night counter" }).waitFor();
  const [token = ""] = /souk_at_[\w-]+/.exec(await page.locator("main").innerText()) ?? [];
  const requestApi = (path: string) =>
    fixture.testPlatform.request(`${store.origin}/api/3.0${path}`, {
      headers: { "service-access-token": token },
    });
  assert.equal((await requestApi("/products.json")).status, 200);
  assert.equal((await requestApi("/store.json")).status, 403);
  await page.getByRole("button", { name: "I've saved the credentials" }).click();
  await page.getByRole("button", { name: "Regenerate token for Night counter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Regenerate token" }).click();
  await page.getByRole("heading", { name: "Save the credentials for Night counter" }).waitFor();
  assert.equal((await requestApi("/products.json")).status, 401);
  await closePage();
});

test("the pages of a suspended store show the reason for the suspension", async () => {
  const suspendedStore = await seedStore(fixture.testPlatform);
  await fixture.testPlatform.database.query(
    "update stores set suspended_at = now(), suspended_reason = 'Unpaid bills' where id = $1",
    [suspendedStore.id],
  );
  const { page, closePage } = await openPage(
    fixture,
    suspendedStore.owner.browser,
    `${suspendedStore.host_url}/products`,
  );
  await page.getByText("This store is suspended").waitFor();
  await page.getByText("Unpaid bills").waitFor();
  await closePage();
});

test("admin pages have no accessibility violations or horizontal scrolling", async () => {
  const longTitle = "A very long title of a product, ".repeat(7);
  await fixture.testPlatform.database.query(
    "update products set title = $2 where store_id = $1 and handle = 'seeded-30'",
    [store.id, longTitle],
  );
  const paths = ["", "/products", "/settings", "/settings/custom-apps", "/products/1", "/nowhere"];
  const violations: string[] = [];
  const reusedPage = createReusedPage(fixture, store.owner.browser);
  for (const path of [...paths, await findProductPath(30)]) {
    const page = await reusedPage.load(`${store.host_url}${path}`);
    violations.push(
      ...(await findViolationsInAllModes(page, async () => {})).map((violation) => `${path}: ${violation}`),
    );
  }
  const page = await reusedPage.load(`${store.host_url}${await findProductPath(8)}`);
  await findStockButton(page).click();
  await page.getByLabel("Quantity", { exact: true }).waitFor();
  violations.push(
    ...(await findViolationsInAllModes(page, async () => {})).map(
      (violation) => `changing stock: ${violation}`,
    ),
  );
  await reusedPage.closePage();
  assert.deepEqual(violations, []);
});
