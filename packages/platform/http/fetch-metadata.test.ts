import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { readError } from "./testing/store-api.ts";

describe("requests that other sites send with a session", () => {
  let testPlatform: TestPlatform;
  let store: SeededStore;

  before(async () => {
    testPlatform = await startTestPlatform({ role: "api" });
    store = await seedStore(testPlatform);
  });
  after(() => testPlatform.stop());

  /** Send a GET request with the owner's session. @param site the value of Sec-Fetch-Site; the header is not sent if undefined */
  async function get(url: string, site?: string, mode?: string) {
    const cookie = store.owner.browser.getCookieHeader(new URL(url).host) ?? "";
    const metadata = {
      ...(site === undefined ? {} : { "sec-fetch-site": site }),
      ...(mode === undefined ? {} : { "sec-fetch-mode": mode }),
    };
    return testPlatform.request(url, { headers: { cookie, accept: "text/html", ...metadata } });
  }

  test("L8: a GET that another site sends with a session is rejected", async () => {
    const url = `${store.host_url}/api/3.0/products.json`;
    for (const site of ["same-site", "cross-site"]) {
      const rejectedResponse = await get(url, site, "no-cors");
      assert.deepEqual(
        [rejectedResponse.status, readError(rejectedResponse).code],
        [403, "csrf_failed"],
        site,
      );
    }
    for (const site of ["same-origin", "none", undefined])
      assert.equal((await get(url, site)).status, 200, String(site));
  });

  test("another site can link to a page, but cannot fetch it with a session", async () => {
    const url = `${testPlatform.addresses.adminOrigin}/sign-in`;
    assert.equal((await get(url, "cross-site", "no-cors")).status, 403);
    assert.equal((await get(url, "same-site", "cors")).status, 403);
    for (const site of ["cross-site", "same-site", "none"])
      assert.notEqual((await get(url, site, "navigate")).status, 403, site);
  });
});

test("L8: every response over HTTPS has HSTS, nosniff and a resource policy", async (t) => {
  const publicUrl = { scheme: "https", domain: "souk.example", port: 443 } as const;
  const testPlatform = await startTestPlatform({ role: "api", config: { mode: "production", publicUrl } });
  t.after(() => testPlatform.stop());
  const { adminOrigin, partnersOrigin, filesOrigin } = testPlatform.addresses;
  const urls: [url: string, resourcePolicy: string][] = [
    [`${adminOrigin}/sign-in`, "same-origin"],
    [`${adminOrigin}/api/console/session.json`, "same-origin"],
    [`${adminOrigin}/nothing`, "same-origin"],
    [`${adminOrigin}/%ff`, "same-origin"],
    [`${partnersOrigin}/docs/openapi-4.0.json`, "cross-origin"],
    [`${filesOrigin}/products/1/none.png`, "cross-origin"],
    [`${filesOrigin}/products/1/none.html`, "same-origin"],
    [`${testPlatform.addresses.storeOrigin("nobody")}/api/3.0/products.json`, "same-origin"],
    [`${adminOrigin}/health/live`, "same-origin"],
  ];
  for (const [url, resourcePolicy] of urls) {
    const { headers } = await testPlatform.request(url);
    assert.deepEqual(
      [
        headers["strict-transport-security"],
        headers["x-content-type-options"],
        headers["cross-origin-resource-policy"],
      ],
      ["max-age=31536000; includeSubDomains", "nosniff", resourcePolicy],
      url,
    );
  }
});
