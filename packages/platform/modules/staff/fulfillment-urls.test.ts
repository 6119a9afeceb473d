import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

interface FulfillmentUrl {
  topic: string;
  url: string;
  warnings?: string[];
}

interface Action {
  action: string;
  reason: string;
  detail: string | null;
  account: { email: string };
}

let fixture: StaffFixture;

before(async () => {
  fixture = await createStaffFixture();
});
after(() => fixture.stop());

const reason = "Asked for by mail.";
const path = () => `/apps/${fixture.app.id}/fulfillment_url.json`;
const setUrl = (topic: string, url: string | null): Promise<HttpResponse> =>
  fixture.request("PUT", path(), { topic, url, reason });

async function listUrls(): Promise<FulfillmentUrl[]> {
  const { app } = await fixture.callAsStaff<{ app: { fulfillment_urls: FulfillmentUrl[] } }>(
    "GET",
    `/apps/${fixture.app.id}.json`,
  );
  return app.fulfillment_urls;
}

async function listActions(): Promise<Action[]> {
  const query = `target_kind=app&target_id=${fixture.app.id}`;
  return (await fixture.callAsStaff<{ actions: Action[] }>("GET", `/actions.json?${query}`)).actions;
}

test("setting, replacing or clearing a fulfillment URL is logged with the staff account and the reason", async () => {
  const { url } = fixture.receiver;
  for (const [topic, topicUrl] of [
    ["fulfillment/bulk", `${url}/bulk`],
    ["fulfillment/single", `${url}/one`],
    ["fulfillment/single", `${url}/single`],
  ] as const)
    assert.equal((await setUrl(topic, topicUrl)).status, 200);
  const fulfillmentUrls = await listUrls();
  assert.deepEqual(
    fulfillmentUrls.map((fulfillmentUrl) => [fulfillmentUrl.topic, fulfillmentUrl.url]),
    [
      ["fulfillment/single", `${url}/single`],
      ["fulfillment/bulk", `${url}/bulk`],
    ],
  );
  assert.match(fulfillmentUrls[0]?.warnings?.join() ?? "", /points to this machine/);
  assert.equal((await setUrl("fulfillment/bulk", null)).status, 200);
  assert.deepEqual(
    (await listUrls()).map(({ topic }) => topic),
    ["fulfillment/single"],
  );
  const log = await listActions();
  assert.deepEqual(
    log.map(({ action, detail }) => [action, detail]),
    [
      ["clear_fulfillment_url", "fulfillment/bulk"],
      ["set_fulfillment_url", `fulfillment/single ${url}/single`],
      ["set_fulfillment_url", `fulfillment/single ${url}/one`],
      ["set_fulfillment_url", `fulfillment/bulk ${url}/bulk`],
    ],
  );
  assert.ok(log.every((action) => action.reason === reason && action.account.email === fixture.staff.email));
});

test("setting a fulfillment URL to its current value is not logged", async () => {
  const { url } = fixture.receiver;
  await setUrl("fulfillment/single", `${url}/same`);
  const actionCount = (await listActions()).length;
  assert.equal((await setUrl("fulfillment/single", `${url}/same`)).status, 200);
  assert.equal((await setUrl("fulfillment/bulk", null)).status, 200);
  assert.equal((await listActions()).length, actionCount);
});

test("an invalid fulfillment URL, an unknown topic or an empty reason gets an error for its field", async () => {
  const urlsBefore = await listUrls();
  const invalidChanges: [object, string][] = [
    ...[
      "http://shipping.souk-app.dev/",
      "https://10.0.0.8/",
      "https://printer.local/",
      "javascript:1",
      "",
    ].map((url): [object, string] => [{ url }, "url"]),
    [{ url: `${fixture.testPlatform.addresses.adminOrigin}/fulfill` }, "url"],
    [{ topic: "fulfillment/some" }, "topic"],
    [{ reason: "  " }, "reason"],
  ];
  for (const [change, field] of invalidChanges) {
    const body = { topic: "fulfillment/single", url: "https://shipping.souk-app.dev/", reason, ...change };
    const response = await fixture.request("PUT", path(), body);
    assert.deepEqual([response.status, getErrorCode(response)], [422, "invalid"], JSON.stringify(change));
    const { error } = response.json<{ error: { fields: { path: string }[] } }>();
    assert.deepEqual(
      error.fields.map((fieldError) => fieldError.path),
      [field],
    );
  }
  assert.deepEqual(await listUrls(), urlsBefore);
  assert.equal(
    (
      await fixture.request("PUT", "/apps/999999/fulfillment_url.json", {
        topic: "fulfillment/single",
        url: null,
        reason,
      })
    ).status,
    404,
  );
});

test("an app's partner can read the app's fulfillment URLs but not set them", async () => {
  const url = `${fixture.receiver.url}/theirs`;
  await setUrl("fulfillment/single", url);
  const appPath = `/apps/${fixture.app.id}.json`;
  const listPartnerUrls = async () =>
    (await fixture.callAsPartner("GET", appPath)).json<{ app: { fulfillment_urls: FulfillmentUrl[] } }>().app
      .fulfillment_urls;
  assert.deepEqual(
    (await listPartnerUrls()).map((fulfillmentUrl) => [fulfillmentUrl.topic, fulfillmentUrl.url]),
    [["fulfillment/single", url]],
  );
  const fulfillment_urls = [{ topic: "fulfillment/single", url: "https://mine.dev/" }];
  assert.equal((await fixture.callAsPartner("PUT", appPath, { app: { fulfillment_urls } })).status, 200);
  assert.equal(
    (await listPartnerUrls())[0]?.url,
    url,
    "the partner can't write this field, so it is ignored",
  );
  const { browser } = fixture.app.partner;
  const rejectedResponse = await fixture.request(
    "PUT",
    path(),
    { topic: "fulfillment/single", url: null, reason },
    browser,
  );
  assert.equal(rejectedResponse.status, 401);
  assert.equal((await listPartnerUrls())[0]?.url, url);
});
