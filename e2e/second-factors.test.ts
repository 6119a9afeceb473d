import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { computeAuthenticatorCode, type SeededStore, seedStore, testPassword } from "@souk/testkit";
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

async function assertAccessible(page: Page, name: string): Promise<void> {
  const violations = await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `${name} ${mode}`));
  assert.deepEqual(violations, []);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${fixture.testPlatform.addresses.adminOrigin}/sign-in?return_to=%2Faccount%2Fsecurity`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Make every signed-in person's last proof of identity 15 minutes old, which is too old. */
async function expireProofs(): Promise<void> {
  await fixture.testPlatform.database.query(
    "update sessions set verified_at = now() - interval '15 minutes'",
  );
}

test("a person adds an authenticator app, and signs in with its code and with a recovery code", async () => {
  const context = await fixture.openContext();
  const page = await context.newPage();
  await enterPassword(page, store.owner.email);
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  await page.getByRole("img", { name: "QR code with the secret" }).waitFor();
  await assertAccessible(page, "add authenticator app");
  const secret = (await page.locator("code").textContent()) ?? "";
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  await page.getByText("This code is wrong.").first().waitFor();
  // Each code can be used only once, so this step uses the previous code, and the sign-in below uses the following one.
  await page.getByLabel("Code", { exact: true }).fill(computeAuthenticatorCode(secret, -1));
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  await assertAccessible(page, "recovery codes");
  const codes = await page.locator(".codes code").allTextContents();
  assert.equal(codes.length, 10);
  await page.getByRole("link", { name: "I have saved the codes" }).click();
  await page.getByText("10 of 10 can still be used.").waitFor();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await enterPassword(page, store.owner.email);
  await page.getByRole("heading", { name: "Enter a code" }).waitFor();
  await assertAccessible(page, "enter a code");
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("This code is wrong, expired or already used.").first().waitFor();
  await page.getByLabel("Code", { exact: true }).fill(computeAuthenticatorCode(secret, 1));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Account security" }).waitFor();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await enterPassword(page, store.owner.email);
  await page.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("9 of 10 can still be used.").waitFor();
  await assertAccessible(page, "account security with an authenticator app");
  await context.close();
});

test("an owner whose proof of identity is too old must renew it before inviting staff", async () => {
  const context = await fixture.openContextAs(store.owner.browser);
  const page = await context.newPage();
  const peopleUrl = `${store.host_url}/settings/people`;
  await page.goto(peopleUrl);
  const invite = async () => {
    await page.getByRole("button", { name: "Invite staff" }).click();
    await page.getByLabel("Email").fill("packer@guests.test");
    await page.getByRole("radio", { name: /^Packer/ }).check();
    await page.getByRole("button", { name: "Send invitation" }).click();
  };
  await expireProofs();
  await invite();
  await page.getByRole("heading", { name: "Confirm that it's you" }).waitFor();
  await assertAccessible(page, "confirm that it's you");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByText("This is not your password.").first().waitFor();
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(peopleUrl);
  await invite();
  await page.getByText("Invitation for packer@guests.test created").waitFor();
  await context.close();
});
