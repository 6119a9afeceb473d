import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Person, type SeededStore, seedStore, signUpStaff, testPassword } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;
let staff: Person;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform);
  staff = await signUpStaff(fixture.testPlatform);
  const url = `${store.host_url}/api/console`;
  const invitation = { email: "packer@guests.test", role: "packer" };
  const custom_app = { name: "Stock sync", scopes: ["read_products"] };
  for (const [path, json] of [
    ["/invitations.json", { invitation }],
    ["/custom_apps.json", { custom_app }],
  ] as const)
    assert.equal((await store.owner.browser.call("POST", `${url}${path}`, json)).status, 200);
});
after(() => fixture.close());

async function assertAccessible(page: Page, name: string): Promise<void> {
  assert.deepEqual(
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `${name} ${mode}`)),
    [],
  );
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("an owner finds the store's security events, and an event's changes in the audit log", async () => {
  const { page, closePage } = await openPage(
    fixture,
    store.owner.browser,
    `${store.host_url}/settings/security-log`,
  );
  await page.getByRole("heading", { level: 1, name: "Security log" }).waitFor();
  await page.getByText("packer@guests.test").waitFor();
  await assertAccessible(page, "security log");
  await page.getByRole("combobox", { name: "What happened" }).click();
  await page.getByRole("option", { name: "Member removed" }).click();
  await page.getByText("No security events found").waitFor();
  await page.getByRole("button", { name: "View all events" }).click();
  const row = page.getByRole("row").filter({ hasText: "Custom app created" });
  await row.getByRole("link", { name: "View changes" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  await page.getByRole("row").filter({ hasText: "App · Created" }).waitFor();
  assert.equal(await page.getByRole("row").filter({ hasText: "Invitation" }).count(), 0);
  await page.getByText("Only the changes that belong to one security log entry are shown.").waitFor();
  await page.getByRole("button", { name: "View all changes" }).click();
  await page.getByRole("row").filter({ hasText: "Invitation" }).first().waitFor();
  await closePage();
});

test("platform staff see the security events of all stores", async () => {
  const url = `${fixture.testPlatform.addresses.adminOrigin}/staff`;
  const { page, closePage } = await openPage(fixture, staff.browser, url);
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Security log" }).waitFor();
  const row = page.getByRole("row").filter({ hasText: "Custom app created" });
  await row.waitFor();
  await assertAccessible(page, "security events of the platform");
  await row.getByRole("link").click();
  await page.waitForURL(/\/staff\/stores\/\d+$/);
  await closePage();
});

test("after too many wrong passwords, the sign-in page says when to try again, and the owner sees that sign-in was blocked", async () => {
  const { email, browser } = store.owner;
  const sessionUrl = `${fixture.testPlatform.addresses.adminOrigin}/api/console/session.json`;
  const now = new Date();
  const context = await fixture.openContext();
  const page = await context.newPage();
  await page.goto(`${fixture.testPlatform.addresses.adminOrigin}/sign-in`);
  const guess = async (password: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
  };
  await guess("wrong password");
  await fixture.testPlatform.database.query(
    "update password_attempts set failure_count = 12, blocked_until = $1::timestamptz + interval '4 minutes'",
    [now],
  );
  await guess(testPassword);
  await page.getByText(/Too many attempts. Try again in 4 minutes./).waitFor();
  await assertAccessible(page, "too many attempts");
  await context.close();
  assert.equal((await browser.call("GET", sessionUrl)).status, 200);
  const ownerPage = await openPage(
    fixture,
    browser,
    `${fixture.testPlatform.addresses.adminOrigin}/account/security`,
  );
  await ownerPage.page.getByText("Sign-in blocked: too many attempts").waitFor();
  await ownerPage.page.getByRole("link", { name: "View all activity" }).click();
  await ownerPage.page.getByRole("heading", { level: 1, name: "Account activity" }).waitFor();
  await ownerPage.page.getByRole("cell", { name: "Sign-in blocked: too many attempts" }).waitFor();
  await assertAccessible(ownerPage.page, "account activity");
  await ownerPage.closePage();
});
