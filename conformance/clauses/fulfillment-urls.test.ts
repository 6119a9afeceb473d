import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { setFulfillmentUrl } from "../fulfillment-urls.ts";
import { createPartner, type Person, signInStaff } from "../people.ts";

let fixture: ConformanceFixture;
let partner: Person;
let staff: Person;
let app: App;

before(async () => {
  fixture = await createConformanceFixture();
  [partner, staff] = [await createPartner(fixture), await signInStaff(fixture)];
  app = await registerApp(fixture, partner);
});
after(() => fixture.close());

/** List the app's fulfillment URLs as its partner sees them. */
async function listShownUrls(): Promise<[topic: string, url: string][]> {
  const response = await partner.call("GET", `/apps/${app.id}.json`);
  const { fulfillment_urls } = assertOk<{ app: { fulfillment_urls: { topic: string; url: string }[] } }>(
    response,
  ).app;
  return fulfillment_urls.map(({ topic, url }) => [topic, url]);
}

test("REG-4: platform staff can set, replace and remove one fulfillment URL per topic", async () => {
  const { url } = app.receiver;
  for (const path of ["first", "second"]) {
    assertOk(await setFulfillmentUrl(staff, app, { topic: "fulfillment/single", url: `${url}/${path}` }));
    assertOk(await setFulfillmentUrl(staff, app, { topic: "fulfillment/bulk", url: `${url}/many` }));
    assert.deepEqual(await listShownUrls(), [
      ["fulfillment/single", `${url}/${path}`],
      ["fulfillment/bulk", `${url}/many`],
    ]);
  }
  assertOk(await setFulfillmentUrl(staff, app, { topic: "fulfillment/bulk", url: null }));
  assert.deepEqual(await listShownUrls(), [["fulfillment/single", `${url}/second`]]);
});

test("REG-4: a partner cannot set fulfillment URLs in the partner dashboard or the staff console", async () => {
  const urlsBefore = await listShownUrls();
  const partnerUrls = [{ topic: "fulfillment/single", url: `${app.receiver.url}/mine` }];
  await partner.call("PUT", `/apps/${app.id}.json`, { app: { fulfillment_urls: partnerUrls } });
  assert.deepEqual(await listShownUrls(), urlsBefore);
  const body = { ...partnerUrls[0], reason: "I want it." };
  const url = `${fixture.origins.admin}/api/staff/apps/${app.id}/fulfillment_url.json`;
  assertRejected(await partner.browser.call("PUT", url, body), 401, "not_signed_in");
  assert.deepEqual(await listShownUrls(), urlsBefore);
});

test("REG-4: a fulfillment URL that is not HTTPS or not public is rejected", async () => {
  const urlsBefore = await listShownUrls();
  const invalidUrls = [
    "http://souk-app.dev/f",
    "https://10.0.0.8/f",
    "https://someone@souk-app.dev/",
    "javascript:1",
  ];
  for (const url of [...invalidUrls, `${fixture.origins.admin}/f`])
    assertInvalidFields(await setFulfillmentUrl(staff, app, { topic: "fulfillment/single", url }), "url");
  assert.deepEqual(await listShownUrls(), urlsBefore);
});
