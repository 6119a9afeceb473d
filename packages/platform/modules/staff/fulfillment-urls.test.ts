import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

interface ShownUrl {
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
const set = (topic: string, url: string | null): Promise<Answer> =>
  fixture.try("PUT", path(), { topic, url, reason });

async function urls(): Promise<ShownUrl[]> {
  const { app } = await fixture.call<{ app: { fulfillment_urls: ShownUrl[] } }>(
    "GET",
    `/apps/${fixture.app.id}.json`,
  );
  return app.fulfillment_urls;
}

async function actions(): Promise<Action[]> {
  const query = `target_kind=app&target_id=${fixture.app.id}`;
  return (await fixture.call<{ actions: Action[] }>("GET", `/actions.json?${query}`)).actions;
}

test("each URL that staff set, replace or clear is logged with actor, reason and value", async () => {
  const { url } = fixture.receiver;
  for (const [topic, at] of [
    ["fulfillment/bulk", `${url}/bulk`],
    ["fulfillment/single", `${url}/one`],
    ["fulfillment/single", `${url}/single`],
  ] as const)
    assert.equal((await set(topic, at)).status, 200);
  const shown = await urls();
  assert.deepEqual(
    shown.map(({ topic, url: at }) => [topic, at]),
    [
      ["fulfillment/single", `${url}/single`],
      ["fulfillment/bulk", `${url}/bulk`],
    ],
  );
  assert.match(shown[0]?.warnings?.join() ?? "", /points to this machine/);
  assert.equal((await set("fulfillment/bulk", null)).status, 200);
  assert.deepEqual(
    (await urls()).map(({ topic }) => topic),
    ["fulfillment/single"],
  );
  const log = await actions();
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

test("an unchanged URL changes nothing and is not logged", async () => {
  const { url } = fixture.receiver;
  await set("fulfillment/single", `${url}/same`);
  const before = (await actions()).length;
  assert.equal((await set("fulfillment/single", `${url}/same`)).status, 200);
  assert.equal((await set("fulfillment/bulk", null)).status, 200);
  assert.equal((await actions()).length, before);
});

test("an invalid URL, unknown topic or empty reason is rejected by name", async () => {
  const was = await urls();
  const wrong: [object, string][] = [
    ...[
      "http://shipping.souk-app.dev/",
      "https://10.0.0.8/",
      "https://printer.local/",
      "javascript:1",
      "",
    ].map((url): [object, string] => [{ url }, "url"]),
    [{ url: `${fixture.testing.addresses.adminOrigin}/fulfill` }, "url"],
    [{ topic: "fulfillment/some" }, "topic"],
    [{ reason: "  " }, "reason"],
  ];
  for (const [change, field] of wrong) {
    const body = { topic: "fulfillment/single", url: "https://shipping.souk-app.dev/", reason, ...change };
    const answer = await fixture.try("PUT", path(), body);
    assert.deepEqual([answer.status, getErrorCode(answer)], [422, "invalid"], JSON.stringify(change));
    const { error } = answer.json<{ error: { fields: { path: string }[] } }>();
    assert.deepEqual(
      error.fields.map((fieldError) => fieldError.path),
      [field],
    );
  }
  assert.deepEqual(await urls(), was);
  assert.equal(
    (
      await fixture.try("PUT", "/apps/999999/fulfillment_url.json", {
        topic: "fulfillment/single",
        url: null,
        reason,
      })
    ).status,
    404,
  );
});

test("the app's partner can read the fulfillment URLs but not set them", async () => {
  const url = `${fixture.receiver.url}/theirs`;
  await set("fulfillment/single", url);
  const own = `/apps/${fixture.app.id}.json`;
  const read = async () =>
    (await fixture.partner("GET", own)).json<{ app: { fulfillment_urls: ShownUrl[] } }>().app
      .fulfillment_urls;
  assert.deepEqual(
    (await read()).map(({ topic, url: at }) => [topic, at]),
    [["fulfillment/single", url]],
  );
  const wanted = [{ topic: "fulfillment/single", url: "https://mine.dev/" }];
  assert.equal((await fixture.partner("PUT", own, { app: { fulfillment_urls: wanted } })).status, 200);
  assert.equal((await read())[0]?.url, url, "a field that is not theirs is left alone");
  const { browser } = fixture.app.partner;
  const rejected = await fixture.try(
    "PUT",
    path(),
    { topic: "fulfillment/single", url: null, reason },
    browser,
  );
  assert.equal(rejected.status, 401);
  assert.equal((await read())[0]?.url, url);
});
