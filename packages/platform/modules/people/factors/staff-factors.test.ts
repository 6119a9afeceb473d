import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type FakeClock,
  type Person,
  signUpStaff,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { addAuthenticator } from "../testing/authenticator.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api", config: { mode: "production" } });
});
after(() => testPlatform.stop());

async function tryToListStores({ browser }: Person) {
  const response = await browser.call("GET", `${testPlatform.addresses.adminOrigin}/api/staff/stores.json`);
  return { status: response.status, code: response.json<{ error?: { code: string } }>().error?.code };
}

test("in production, platform staff without an authenticator app or a passkey must add one before they can do anything else", async () => {
  const staff = await signUpStaff(testPlatform);
  const { adminOrigin } = testPlatform.addresses;
  assert.deepEqual(await tryToListStores(staff), { status: 403, code: "factor_required" });
  for (const path of ["/staff", "/", "/sign-in"])
    assert.equal(
      (await staff.browser.open(`${adminOrigin}${path}`)).redirectTarget,
      `${adminOrigin}/account/security`,
    );
  const page = await staff.browser.open(`${adminOrigin}/account/security`);
  assert.match(page.text, /Platform staff need an authenticator app or a passkey[\s\S]*>Change password</);
  const session = await staff.browser.call("GET", `${adminOrigin}/api/console/session.json`);
  assert.equal(session.status, 200);
  await addAuthenticator(testPlatform, staff, clock);
  assert.equal((await tryToListStores(staff)).status, 200);
  const securityPage = await staff.browser.open(`${adminOrigin}/account/security`);
  await staff.browser.clickButton(securityPage, "Remove authenticator app");
  assert.equal((await tryToListStores(staff)).code, "factor_required");
  assert.equal((await staff.browser.call("DELETE", `${adminOrigin}/api/console/session.json`)).status, 200);
});
