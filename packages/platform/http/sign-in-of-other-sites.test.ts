import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createFakeClock, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { readError } from "./testing/store-api.ts";

let testing: TestPlatform;
before(async () => {
  testing = await startTestPlatform({ clock: createFakeClock(), role: "api" });
});
after(() => testing.stop());

const account = { email: "aisha@people.test", password: "seven green parasols" };

/** Send a request to sign up or sign in, as a browser sends it from a page of a site. */
async function post(path: string, site: "cross-site" | "same-site" | "same-origin", origin: string) {
  const url = `${testing.addresses.adminOrigin}/api/console${path}`;
  const response = await testing.request(url, {
    method: "POST",
    headers: { origin, "sec-fetch-site": site },
    json: account,
  });
  return { status: response.status, code: response.status === 200 ? null : readError(response).code };
}

test("sign-in requests of other sites do not use up the attempts of the visitor's IP address", async () => {
  const { adminOrigin } = testing.addresses;
  const store = testing.addresses.storeOrigin("neighbor");
  for (const path of ["/accounts.json", "/session.json"]) {
    for (let count = 0; count < 12; count++) {
      const site = count % 2 === 0 ? "same-site" : "cross-site";
      assert.deepEqual(await post(path, site, store), { status: 403, code: "csrf_failed" });
    }
    assert.deepEqual(await post(path, "same-origin", adminOrigin), { status: 200, code: null });
  }
});
