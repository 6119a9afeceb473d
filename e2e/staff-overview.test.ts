import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertBecomes,
  type Browser,
  callConsole,
  registerApp,
  type SeededStore,
  seedStore,
  signUpStaff,
} from "@souk/testkit";
import type { Locator, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { createMouseInput } from "./user-input.ts";

let fixture: E2eFixture;
let store: SeededStore;
let staff: Browser;

/** Suspend the only store and the only partner, and suspend the only app and lift its suspension. */
before(async () => {
  fixture = await createE2eFixture();
  staff = (await signUpStaff(fixture.testPlatform)).browser;
  store = await seedStore(fixture.testPlatform, { products: 2 });
  const app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  const statement = "select partner_id from apps where id = $1";
  const row = await fixture.testPlatform.database.maybeOne<{ partner_id: number }>(statement, [app.id]);
  for (const [path, reason] of [
    [`apps/${app.id}/suspend`, "It shares stock data"],
    [`apps/${app.id}/lift`, "The app was fixed"],
    [`stores/${store.id}/suspend`, "Unpaid bills"],
    [`partners/${row?.partner_id}/suspend`, "No response"],
  ] as const)
    await callConsole(
      staff,
      ["POST", `${fixture.testPlatform.addresses.adminOrigin}/api/staff/${path}.json`],
      {
        reason,
      },
    );
});
after(() => fixture.close());

/** Open a page of the staff console. */
const openConsolePage = (path: string) =>
  openPage(fixture, staff, `${fixture.testPlatform.addresses.adminOrigin}/staff${path}`);

/** Find one of the metrics, with the text below it. */
const findMetric = (page: Page, label: string): Locator =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.getByRole("link", { name: label, exact: true }) });

test("the staff console's first page shows totals and recent actions", async () => {
  const { page, closePage } = await openConsolePage("");
  const metrics = ["Stores", "Partners", "Apps"].map((label) => findMetric(page, label));
  await assertBecomes(
    () => Promise.all(metrics.map(async (metric) => (await metric.innerText()).split(/\s*\n\s*/))),
    [
      ["Stores", "1", "1 suspended"],
      ["Partners", "1", "1 suspended"],
      ["Apps", "1", "None suspended"],
    ],
  );
  const rows = page.getByRole("table").getByRole("row");
  await rows.nth(1).getByText("No response").waitFor();
  assert.equal(await rows.count(), 5, "the header row and four actions");
  assert.match(
    (await rows.nth(1).innerText()).replaceAll(/\s+/g, " "),
    /Suspended .* Partner No response .*@/,
  );
  await rows.nth(2).getByRole("link", { name: store.handle }).click();
  await page.getByRole("heading", { level: 1, name: store.handle, exact: true }).waitFor();
  await closePage();
});

test("the staff console's list of stores has a suspension filter, which is kept after a reload", async () => {
  const { page, closePage } = await openConsolePage("/stores");
  await page.getByRole("link", { name: store.handle }).waitFor();
  await page.getByText("Active").click();
  await page.getByText("No results").waitFor();
  await page.reload();
  await page.getByText("No results").waitFor();
  await createMouseInput(page).activate("View all");
  await page.getByRole("link", { name: store.handle }).waitFor();
  await page.getByLabel("Search stores").fill("50%");
  await page.getByText("No results").waitFor();
  await closePage();
});
