import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createFakeClock, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { readError } from "./testing/store-api.ts";

let testPlatform: TestPlatform;
before(async () => {
  testPlatform = await startTestPlatform({ clock: createFakeClock(), role: "api" });
});
after(() => testPlatform.stop());

const account = { email: "aisha@people.test", password: "seven green parasols" };

/** Send a request to sign up or sign in, with the headers that a browser sends from a page of `origin`. */
async function post(path: string, fetchSite: "cross-site" | "same-site" | "same-origin", origin: string) {
  const url = `${testPlatform.addresses.adminOrigin}/api/console${path}`;
  const response = await testPlatform.request(url, {
    method: "POST",
    headers: { origin, "sec-fetch-site": fetchSite },
    json: account,
  });
  return { status: response.status, code: response.status === 200 ? null : readError(response).code };
}

test("sign-in requests from other sites do not use up the attempts of the visitor's IP address", async () => {
  const { adminOrigin } = testPlatform.addresses;
  const storeOrigin = testPlatform.addresses.storeOrigin("neighbor");
  for (const path of ["/accounts.json", "/session.json"]) {
    for (let count = 0; count < 12; count++) {
      const fetchSite = count % 2 === 0 ? "same-site" : "cross-site";
      assert.deepEqual(await post(path, fetchSite, storeOrigin), { status: 403, code: "csrf_failed" });
    }
    assert.deepEqual(await post(path, "same-origin", adminOrigin), { status: 200, code: null });
  }
});
