import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signUp, startTestPlatform, type TestPlatform, testPassword } from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";
import { assertStrongPassword } from "./password-strength.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
});
after(() => testPlatform.stop());

const buildWeakError = (reason: RegExp) => ({ name: "ApiError", code: "invalid", message: reason });

test("a common, repetitive or sequential password is rejected with the reason", async () => {
  for (const password of ["password1", "12345678", "P@ssw0rd1!", "iloveyou2", "letmein123", "qwertyuiop"])
    await assert.rejects(assertStrongPassword(password, []), buildWeakError(/Many people use it/), password);
  for (const password of ["aaaaaaaaaaaaaaaa", "abcdefghabcdefgh", "a".repeat(200)])
    await assert.rejects(
      assertStrongPassword(password, []),
      buildWeakError(/easy to guess/),
      password.slice(0, 20),
    );
});

test("passwords made of names of the person, their stores or this platform are rejected", async () => {
  const names = ["Maya Rahman", "maya@kedai-senja.test", "Kedai Senja"];
  for (const password of ["maya rahman", "Rahman2024", "kedai-senja", "souk-souk", "Senja123"])
    await assert.rejects(
      assertStrongPassword(password, names),
      buildWeakError(/contains your name/),
      password,
    );
  await assertStrongPassword("seven rahman parasols", names);
});

test("a password that is not easy to guess is accepted, whatever characters it has", async () => {
  for (const password of [
    "seven green parasols",
    "tR7!xq9Z",
    "kolam renang biru",
    "很长的密码不容易猜到",
    testPassword,
  ])
    await assertStrongPassword(password, ["Maya"]);
});

test("the strength of many passwords can be estimated at the same time", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      assertStrongPassword(n % 2 ? "password1" : `green parasols ${n}`, []),
    ),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    Array.from({ length: 40 }, (_, n) => (n % 2 ? "rejected" : "fulfilled")),
  );
});

test("a common password is rejected when signing up and when changing the password", async () => {
  const { adminOrigin } = testPlatform.addresses;
  const url = `${adminOrigin}/api/console/accounts.json`;
  const account = { email: "weak@people.test", password: "password1" };
  const rejectedResponse = await testPlatform.browser().call("POST", url, { account });
  assert.equal(rejectedResponse.status, 422);
  const [field] = readError(rejectedResponse).fields ?? [];
  assert.equal(field?.path, "password");
  assert.match(field?.message ?? "", /easy to guess\. Many people use it .* several words/);
  const text = "select count(*) as count from accounts where email = $1";
  assert.equal((await testPlatform.database.one<{ count: number }>(text, [account.email])).count, 0);

  const { browser } = await signUp(testPlatform, "admin");
  const page = await browser.open(`${adminOrigin}/account/security`);
  const fields = { current_password: testPassword, password: "password1" };
  const rejectedPage = await browser.clickButton(page, "Change password", fields);
  assert.equal(rejectedPage.status, 422);
  assert.match(rejectedPage.text, /easy to guess/);
});
