import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signUp, startTestPlatform, type TestPlatform } from "@souk/testkit";

/** How many times in a row an IP address may use the forms that email a link. */
const maxAttempts = 30;

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
});
after(() => testPlatform.stop());

test("all forms that email a link to an entered address share one attempt limit per IP address", async () => {
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const post = async (url: string, content: object): Promise<number> => {
    const { origin } = new URL(url);
    const headers = { origin, "sec-fetch-site": "same-origin" };
    return (await testPlatform.request(url, { method: "POST", headers, ...content })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < maxAttempts - 2; n += 1) {
    const account = { email: `victim-${n}@victims.test`, password: "three lamps on a shelf", name: "Maya" };
    statuses.push(await post(`${adminOrigin}/api/console/accounts.json`, { json: { account } }));
  }
  const form = { email: "victim-0@victims.test" };
  statuses.push(await post(`${adminOrigin}/forgot-password`, { form }));
  statuses.push(await post(`${partnersOrigin}/verify-email/send`, { form }));
  assert.deepEqual(new Set(statuses), new Set([200]));
  const countEmails = async () =>
    (await testPlatform.database.one<{ n: number }>("select count(*) as n from mails")).n;
  const emailCount = await countEmails();
  for (const origin of [adminOrigin, partnersOrigin]) {
    const account = { email: "another@victims.test", password: "three lamps on a shelf", name: "Maya" };
    assert.equal(await post(`${origin}/api/console/accounts.json`, { json: { account } }), 429);
    for (const path of ["/sign-up", "/forgot-password", "/verify-email/send"])
      assert.equal(await post(`${origin}${path}`, { form: { ...account } }), 429, path);
  }
  assert.equal(await countEmails(), emailCount);
  // Pages without such a form are not limited.
  const { browser, email } = await signUp(testPlatform, "admin");
  assert.equal((await browser.open(`${adminOrigin}/account/security`)).status, 200, email);
});
