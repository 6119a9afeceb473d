import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp, signUpStaff, startTestPlatform } from "@souk/testkit";

/** Open the page with all emails as a visitor, an account and a staff account, and return the statuses. */
async function openMailbox(isPublicDevelopment: boolean): Promise<number[]> {
  const testPlatform = await startTestPlatform({ role: "api", config: { isPublicDevelopment } });
  try {
    const people = [await signUp(testPlatform, "admin"), await signUpStaff(testPlatform)];
    const browsers = [testPlatform.browser(), ...people.map(({ browser }) => browser)];
    const url = `${testPlatform.addresses.adminOrigin}/mail`;
    return await Promise.all(browsers.map(async (browser) => (await browser.call("GET", url)).status));
  } finally {
    await testPlatform.stop();
  }
}

test("a development server shows the page of all emails to accounts only", async () => {
  assert.deepEqual(await openMailbox(false), [303, 200, 200]);
});

test("a public development server shows the page of all emails to staff only", async () => {
  assert.deepEqual(await openMailbox(true), [303, 404, 200]);
});
