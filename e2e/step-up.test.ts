import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, testPassword } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;
let page: Page;
let customAppsUrl: string;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform);
  customAppsUrl = `${store.host_url}/settings/custom-apps`;
  ({ page } = await openPage(fixture, store.owner.browser, customAppsUrl));
});
after(() => fixture.close());

/** Make every signed-in person's last proof of identity 15 minutes old, which is too old. */
async function expireProofs(): Promise<void> {
  await fixture.testPlatform.database.query(
    "update sessions set verified_at = now() - interval '15 minutes'",
  );
}

async function createCustomApp(): Promise<void> {
  await page.getByRole("button", { name: "Create custom app" }).click();
  await page.getByLabel("App name").fill("Night counter");
  await page.getByLabel("View products, variants and stock").check();
  await page.getByRole("button", { name: "Create app" }).click();
}

async function regenerateToken(): Promise<void> {
  await page.getByRole("button", { name: "Regenerate token for Night counter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Regenerate token" }).click();
}

async function confirmWithPassword(): Promise<void> {
  await page.getByRole("heading", { name: "Confirm that it's you" }).waitFor();
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(customAppsUrl);
}

/** Read the access token that the page shows once. */
async function readToken(): Promise<string> {
  await page.getByRole("heading", { name: "Save the credentials for Night counter" }).waitFor();
  const text = await page.locator("main").innerText();
  return /souk_at_[\w-]+/.exec(text)?.[0] ?? assert.fail("no token");
}

/** Request the store's products with an access token. @returns the response's status */
async function requestApiStatus(token: string): Promise<number> {
  const headers = { "service-access-token": token };
  return (await fixture.testPlatform.request(`${store.origin}/api/3.0/products.json`, { headers })).status;
}

let firstToken: string;

test("a custom app's credentials are shown only after the owner has confirmed their identity", async () => {
  await expireProofs();
  await createCustomApp();
  await page.getByRole("heading", { name: "Confirm that it's you" }).waitFor();
  assert.deepEqual(
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `confirm-before-custom-app ${mode}`)),
    [],
  );
  await page.goto(customAppsUrl);
  await page.getByText("No custom apps yet").waitFor();
  assert.equal((await fixture.testPlatform.database.query("select from access_tokens")).rowCount, 0);
  await createCustomApp();
  await confirmWithPassword();
  await createCustomApp();
  firstToken = await readToken();
  assert.equal(await requestApiStatus(firstToken), 200);
});

test("a custom app's token is replaced only after the owner has confirmed their identity", async () => {
  await page.getByRole("button", { name: "I've saved the credentials" }).click();
  await expireProofs();
  await regenerateToken();
  await page.getByRole("heading", { name: "Confirm that it's you" }).waitFor();
  assert.equal(await requestApiStatus(firstToken), 200);
  await confirmWithPassword();
  await regenerateToken();
  const secondToken = await readToken();
  assert.deepEqual([await requestApiStatus(firstToken), await requestApiStatus(secondToken)], [401, 200]);
});

test("the details of an app show when its token was last used", async () => {
  await page.getByRole("button", { name: "I've saved the credentials" }).click();
  await page.getByRole("link", { name: "Night counter" }).click();
  const lastUse = page.getByText("Token last used").locator("xpath=following-sibling::*[1]").locator("time");
  await lastUse.waitFor();
  await takeScreenshot(page, "custom-app-details");
  const age = Date.now() - Date.parse((await lastUse.getAttribute("datetime")) ?? "");
  assert.ok(age < 600_000, `${age} ms ago`);
});
