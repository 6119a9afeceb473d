import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  becomes,
  consoleCall,
  registerApp,
  type SeededStore,
  seedStore,
  signUpStaff,
} from "@souk/testkit";
import type { Locator, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { mouse } from "./hands.ts";
import { openPage } from "./open-page.ts";

let fixture: E2eFixture;
let store: SeededStore;
let staff: Browser;

/** Suspend the only store and the only partner; the only app was suspended for a while. */
before(async () => {
  fixture = await createE2eFixture();
  staff = (await signUpStaff(fixture.testing)).browser;
  store = await seedStore(fixture.testing, { products: 2 });
  const app = await registerApp(fixture.testing, fixture.app.url);
  const text = "select partner_id from apps where id = $1";
  const row = await fixture.testing.database.maybeOne<{ partner_id: number }>(text, [app.id]);
  for (const [path, reason] of [
    [`apps/${app.id}/suspend`, "It sends stock to strangers"],
    [`apps/${app.id}/lift`, "They mended it"],
    [`stores/${store.id}/suspend`, "Bills unpaid"],
    [`partners/${row?.partner_id}/suspend`, "Never answered"],
  ] as const)
    await consoleCall(staff, ["POST", `${fixture.testing.addresses.adminOrigin}/api/staff/${path}.json`], {
      reason,
    });
});
after(() => fixture.close());

/** Open a page of the staff console. */
const console_ = (path: string) =>
  openPage(fixture, staff, `${fixture.testing.addresses.adminOrigin}/staff${path}`);

/** Locate one of the large figures, with the text below it. */
const figure = (page: Page, label: string): Locator =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.getByRole("link", { name: label, exact: true }) });

test("the first page shows the totals and the recent staff actions", async () => {
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
  await rows.nth(2).getByRole("link", { name: store.handle }).click();
  await page.getByRole("heading", { level: 1, name: store.handle, exact: true }).waitFor();
  await done();
});

test("lists are filtered by suspension, and keep the filter when reloaded", async () => {
  const { page, done } = await console_("/stores");
  await page.getByRole("link", { name: store.handle }).waitFor();
  await page.getByText("Active").click();
  await page.getByText("No results").waitFor();
  await page.reload();
  await page.getByText("No results").waitFor();
  await mouse(page).press("View all");
  await page.getByRole("link", { name: store.handle }).waitFor();
  await page.getByLabel("Search stores").fill("50%");
  await page.getByText("No results").waitFor();
  await done();
});
