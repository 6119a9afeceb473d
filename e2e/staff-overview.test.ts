import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  becomes,
  consoleCall,
  registerApp,
  type SeededShop,
  seedShop,
  signUpStaff,
} from "@souk/testkit";
import type { Locator, Page } from "playwright-core";
import { mouse } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let staff: Browser;

/** The only store and the only partner are suspended; the only app was, for a while. */
before(async () => {
  stage = await openStage();
  staff = (await signUpStaff(stage.testing)).browser;
  shop = await seedShop(stage.testing, { products: 2 });
  const app = await registerApp(stage.testing, stage.app.url);
  const text = "select partner_id from apps where id = $1";
  const { rows } = await stage.testing.database.query<{ partner_id: number }>(text, [app.id]);
  for (const [path, reason] of [
    [`apps/${app.id}/suspend`, "It sends stock to strangers"],
    [`apps/${app.id}/lift`, "They mended it"],
    [`stores/${shop.id}/suspend`, "Bills unpaid"],
    [`partners/${rows[0]?.partner_id}/suspend`, "Never answered"],
  ] as const)
    await consoleCall(staff, ["POST", `${stage.testing.addresses.adminOrigin}/api/staff/${path}.json`], {
      reason,
    });
});
after(() => stage.close());

/** A page of the staff console. */
const console_ = (path: string) =>
  openPage(stage, staff, `${stage.testing.addresses.adminOrigin}/staff${path}`);

/** One of the large numbers, with what stands below it. */
const figure = (page: Page, label: string): Locator =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.getByRole("link", { name: label, exact: true }) });

test("the first page counts what there is and tells who did what about it", async () => {
  const { page, done } = await console_("");
  const figures = ["Stores", "Partners", "Apps"].map((label) => figure(page, label));
  await becomes(
    () => Promise.all(figures.map(async (each) => (await each.innerText()).split(/\s*\n\s*/))),
    [
      ["Stores", "1", "1 suspended"],
      ["Partners", "1", "1 suspended"],
      ["Apps", "1", "None suspended"],
    ],
  );
  const rows = page.getByRole("table").getByRole("row");
  await rows.nth(1).getByText("Never answered").waitFor();
  assert.equal(await rows.count(), 5, "the head, and four actions");
  assert.match(
    (await rows.nth(1).innerText()).replaceAll(/\s+/g, " "),
    /Suspended .* Partner Never answered .*@/,
  );
  await rows.nth(2).getByRole("link", { name: shop.handle }).click();
  await page.getByRole("heading", { level: 1, name: shop.handle, exact: true }).waitFor();
  await done();
});

test("lists are filtered by what is suspended, and keep that when they are loaded again", async () => {
  const { page, done } = await console_("/stores");
  await page.getByRole("link", { name: shop.handle }).waitFor();
  await page.getByText("Not suspended").click();
  await page.getByText("Nothing is found").waitFor();
  await page.reload();
  await page.getByText("Nothing is found").waitFor();
  await mouse(page).press("Show all");
  await page.getByRole("link", { name: shop.handle }).waitFor();
  await page.getByLabel("Find a store").fill("50%");
  await page.getByText("Nothing is found").waitFor();
  await done();
});
