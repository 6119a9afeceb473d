import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { codeOf, type StaffWorld, staffWorld } from "./testing/staff-world.ts";

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

let world: StaffWorld;

before(async () => {
  world = await staffWorld();
});
after(() => world.stop());

const reason = "Asked for by mail.";
const path = () => `/apps/${world.app.id}/fulfillment_url.json`;
const set = (topic: string, url: string | null): Promise<Answer> =>
  world.try("PUT", path(), { topic, url, reason });

async function urls(): Promise<ShownUrl[]> {
  const { app } = await world.call<{ app: { fulfillment_urls: ShownUrl[] } }>(
    "GET",
    `/apps/${world.app.id}.json`,
  );
  return app.fulfillment_urls;
}

async function actions(): Promise<Action[]> {
  const query = `target_kind=app&target_id=${world.app.id}`;
  return (await world.call<{ actions: Action[] }>("GET", `/actions.json?${query}`)).actions;
}

test("staff set one URL for each topic, replace it and clear it, and each time it is written down who, why and what", async () => {
  const { url } = world.receiver;
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
  assert.match(shown[0]?.warnings?.join() ?? "", /leads to this machine/);
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
  assert.ok(log.every((each) => each.reason === reason && each.account.email === world.staff.email));
});

test("what is as asked already changes nothing and is not written down", async () => {
  const { url } = world.receiver;
  await set("fulfillment/single", `${url}/same`);
  const before = (await actions()).length;
  assert.equal((await set("fulfillment/single", `${url}/same`)).status, 200);
  assert.equal((await set("fulfillment/bulk", null)).status, 200);
  assert.equal((await actions()).length, before);
});

test("a URL that no webhook may have, another topic and a reason of nothing are refused by name and change nothing", async () => {
  const was = await urls();
  const wrong: [object, string][] = [
    ...[
      "http://shipping.souk-app.dev/",
      "https://10.0.0.8/",
      "https://printer.local/",
      "javascript:1",
      "",
    ].map((url): [object, string] => [{ url }, "url"]),
    [{ url: `${world.testing.addresses.adminOrigin}/fulfil` }, "url"],
    [{ topic: "fulfillment/some" }, "topic"],
    [{ reason: "  " }, "reason"],
  ];
  for (const [change, field] of wrong) {
    const body = { topic: "fulfillment/single", url: "https://shipping.souk-app.dev/", reason, ...change };
    const answer = await world.try("PUT", path(), body);
    assert.deepEqual([answer.status, codeOf(answer)], [422, "invalid"], JSON.stringify(change));
    const { error } = answer.json<{ error: { fields: { path: string }[] } }>();
    assert.deepEqual(
      error.fields.map((each) => each.path),
      [field],
    );
  }
  assert.deepEqual(await urls(), was);
  assert.equal(
    (
      await world.try("PUT", "/apps/999999/fulfillment_url.json", {
        topic: "fulfillment/single",
        url: null,
        reason,
      })
    ).status,
    404,
  );
});

test("the app's partner reads the URLs and has no way to set them", async () => {
  const url = `${world.receiver.url}/theirs`;
  await set("fulfillment/single", url);
  const own = `/apps/${world.app.id}.json`;
  const read = async () =>
    (await world.partner("GET", own)).json<{ app: { fulfillment_urls: ShownUrl[] } }>().app.fulfillment_urls;
  assert.deepEqual(
    (await read()).map(({ topic, url: at }) => [topic, at]),
    [["fulfillment/single", url]],
  );
  const wish = [{ topic: "fulfillment/single", url: "https://mine.dev/" }];
  assert.equal((await world.partner("PUT", own, { app: { fulfillment_urls: wish } })).status, 200);
  assert.equal((await read())[0]?.url, url, "a field that is not theirs is left alone");
  const { browser } = world.app.partner;
  const refused = await world.try("PUT", path(), { topic: "fulfillment/single", url: null, reason }, browser);
  assert.equal(refused.status, 401);
  assert.equal((await read())[0]?.url, url);
});
