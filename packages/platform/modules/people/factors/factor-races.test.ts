import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createFakeClock, type FakeClock, signUp, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { addAuthenticator } from "./testing/authenticator.ts";

let testing: TestPlatform;
let clock: FakeClock;
before(async () => {
  clock = createFakeClock();
  testing = await startTestPlatform({ clock, role: "api" });
});
after(() => testing.stop());

test("simultaneous requests for new recovery codes leave one set of codes", async () => {
  const person = await addAuthenticator(testing, await signUp(testing, "admin"), clock);
  const page = await person.browser.open(`${testing.addresses.adminOrigin}/account/security`);
  const created = await Promise.all(
    Array.from({ length: 4 }, () => person.browser.clickButton(page, "Create new recovery codes")),
  );
  assert.deepEqual(
    created.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const { count } = await testing.database.one<{ count: number }>(
    `select count(*) as count from recovery_codes code join accounts account on account.id = code.account_id
     where account.email = $1`,
    [person.email],
  );
  assert.equal(count, 10);
});
