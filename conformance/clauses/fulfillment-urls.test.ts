import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
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

async function shown(): Promise<[string, string][]> {
  const answer = await partner.call("GET", `/apps/${app.id}.json`);
  const { fulfillment_urls } = assertDone<{ app: { fulfillment_urls: { topic: string; url: string }[] } }>(
    answer,
  ).app;
  return fulfillment_urls.map(({ topic, url }) => [topic, url]);
}

test("REG-4: staff set one fulfillment URL for each topic, and can replace it", async () => {
  const { url } = app.receiver;
  for (const path of ["first", "second"]) {
    assertDone(await setFulfillmentUrl(staff, app, { topic: "fulfillment/single", url: `${url}/${path}` }));
    assertDone(await setFulfillmentUrl(staff, app, { topic: "fulfillment/bulk", url: `${url}/many` }));
    assert.deepEqual(await shown(), [
      ["fulfillment/single", `${url}/${path}`],
      ["fulfillment/bulk", `${url}/many`],
    ]);
  }
  assertDone(await setFulfillmentUrl(staff, app, { topic: "fulfillment/bulk", url: null }));
  assert.deepEqual(await shown(), [["fulfillment/single", `${url}/second`]]);
});

test("REG-4: the partner cannot set them, neither with the app nor as staff do", async () => {
  const was = await shown();
  const mine = [{ topic: "fulfillment/single", url: `${app.receiver.url}/mine` }];
  await partner.call("PUT", `/apps/${app.id}.json`, { app: { fulfillment_urls: mine } });
  assert.deepEqual(await shown(), was);
  const body = { ...mine[0], reason: "I want it." };
  const url = `${fixture.origins.admin}/api/staff/apps/${app.id}/fulfillment_url.json`;
  assertRejected(await partner.browser.call("PUT", url, body), 401, "not_signed_in");
  assert.deepEqual(await shown(), was);
});

test("REG-4: a non-HTTPS or non-public fulfillment URL is rejected by name; the old one stays", async () => {
  const was = await shown();
  const wrong = [
    "http://souk-app.dev/f",
    "https://10.0.0.8/f",
    "https://someone@souk-app.dev/",
    "javascript:1",
  ];
  for (const url of [...wrong, `${fixture.origins.admin}/f`])
    assertNamesFields(await setFulfillmentUrl(staff, app, { topic: "fulfillment/single", url }), "url");
  assert.deepEqual(await shown(), was);
});
