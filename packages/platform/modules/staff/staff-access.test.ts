import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations } from "@souk/contract";
import { type Browser, signUp, signUpStaff } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;

before(async () => {
  fixture = await createStaffFixture();
});
after(() => fixture.stop());

const staffOperations = Object.values<Operation>(operations).filter(
  ({ surface }) => surface === "staff_console",
);

/** Call an operation of the staff console on the account, app, partner or store with id 1. */
function callOperation({ method, path }: Operation, browser: Browser) {
  const filledPath = path.replace(":id", "1");
  return fixture.request(
    method as "GET" | "POST",
    filledPath,
    method === "GET" ? undefined : { reason: "x" },
    browser,
  );
}

test("every operation of the staff console rejects people who are not staff", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  assert.ok(staffOperations.length >= 20, `only ${staffOperations.length} operations were tried`);
  for (const operation of staffOperations)
    for (const browser of [person.browser, fixture.store.owner.browser]) {
      const response = await callOperation(operation, browser);
      assert.deepEqual([response.status, getErrorCode(response)], [403, "not_allowed"], operation.id);
    }
});

test("every operation of the staff console rejects an app's token, on the admin's and the store's host", async () => {
  const { testPlatform, token, store } = fixture;
  for (const { id, method, path } of staffOperations)
    for (const [origin, expected] of [
      [testPlatform.addresses.adminOrigin, [401, "not_signed_in"]],
      [store.origin, [404, "not_found"]],
    ] as const) {
      const url = `${origin}/api/staff${path.replace(":id", "1")}`;
      const json = method === "GET" ? {} : { json: { reason: "x" } };
      const response = await testPlatform.request(url, { method, token, ...json });
      assert.deepEqual([response.status, getErrorCode(response)], expected, `${id} ${origin}`);
    }
});

test("every operation of the staff console rejects an expired session of a staff account", async () => {
  const { testPlatform } = fixture;
  const staff = await signUpStaff(testPlatform);
  const text = `update sessions set expires_at = clock_timestamp() - interval '1 s'
    where account_id = (select id from accounts where email = $1)`;
  await testPlatform.database.query(text, [staff.email]);
  for (const operation of staffOperations) {
    const response = await callOperation(operation, staff.browser);
    assert.deepEqual([response.status, getErrorCode(response)], [401, "not_signed_in"], operation.id);
  }
});

test("an account that is no longer staff loses access to the staff console during its session", async () => {
  const { testPlatform } = fixture;
  const staff = await signUpStaff(testPlatform);
  assert.equal((await fixture.request("GET", "/health.json", undefined, staff.browser)).status, 200);
  await testPlatform.database.query("update accounts set is_staff = false where email = $1", [staff.email]);
  assert.equal((await fixture.request("GET", "/health.json", undefined, staff.browser)).status, 403);
});
