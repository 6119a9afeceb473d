import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, testPassword } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform);
});
after(() => fixture.close());

const newPassword = "seven green parasols";

async function assertAccessible(page: Page, name: string): Promise<void> {
  const violations = await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `${name} ${mode}`));
  assert.deepEqual(violations, []);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto(`${fixture.testPlatform.addresses.adminOrigin}/sign-in`);
  await page.getByLabel("Email").fill(store.owner.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a person who forgot their password can choose a new one with the link from the email", async () => {
  const context = await fixture.openContext();
  const page = await context.newPage();
  await page.goto(`${fixture.testPlatform.addresses.adminOrigin}/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await assertAccessible(page, "forgot password");
  await page.getByLabel("Email").fill(store.owner.email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  // In development, the admin shows all emails at /mail. The owner still has a session in another browser and reads them there.
  const mailbox = await store.owner.browser.open(`${fixture.testPlatform.addresses.adminOrigin}/mail`);
  const link =
    /http:\/\/[^\s"<]*\/reset-password\?token=[\w-]+/.exec(mailbox.text)?.[0] ?? assert.fail("no link");
  await page.goto(link);
  await assertAccessible(page, "reset password");
  await page.getByLabel("New password").fill(newPassword);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByRole("heading", { name: "Your password was changed" }).waitFor();
  await signIn(page, testPassword);
  await page.getByRole("alert").waitFor();
  await signIn(page, newPassword);
  await page.getByRole("button", { name: /^Account/ }).waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
  await context.close();
});

test("a device that was signed out on the account security page has to sign in again", async () => {
  const otherContext = await fixture.openContext();
  const otherPage = await otherContext.newPage();
  await signIn(otherPage, newPassword);
  await otherPage.getByRole("button", { name: /^Account/ }).click();
  await otherPage.getByRole("link", { name: "Account security" }).waitFor();
  const context = await fixture.openContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, newPassword);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("link", { name: "Account security" }).click();
  await page.getByRole("heading", { level: 1, name: "Account security" }).waitFor();
  await assertAccessible(page, "account security");
  await page
    .getByRole("row")
    .filter({ hasNotText: "This device" })
    .getByRole("button", { name: /^Sign out/ })
    .first()
    .click();
  await page.getByRole("status").waitFor();
  await otherPage.getByRole("link", { name: "Account security" }).click();
  await otherPage.getByRole("heading", { name: "Sign in to your stores" }).waitFor();
  await page.getByLabel("Current password").fill("wrong password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("This is not your current password.").first().waitFor();
  await Promise.all([otherContext.close(), context.close()]);
});
