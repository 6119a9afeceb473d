import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { setFulfillmentUrl } from "../fulfillment-urls.ts";
import { newPartner, type Person, signedInStaff } from "../people.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let partner: Person;
let staff: Person;
let app: App;

before(async () => {
  world = await openWorld();
  [partner, staff] = [await newPartner(world), await signedInStaff(world)];
  app = await registerApp(world, partner);
});
after(() => world.close());

async function shown(): Promise<[string, string][]> {
  const answer = await partner.call("GET", `/apps/${app.id}.json`);
  const { fulfillment_urls } = assertDone<{ app: { fulfillment_urls: { topic: string; url: string }[] } }>(
    answer,
  ).app;
  return fulfillment_urls.map(({ topic, url }) => [topic, url]);
}

test("REG-4: staff set one fulfillment URL for each topic, and another one in its place", async () => {
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
  const url = `${world.origins.admin}/api/staff/apps/${app.id}/fulfillment_url.json`;
  assertRefused(await partner.browser.call("PUT", url, body), 401, "not_signed_in");
  assert.deepEqual(await shown(), was);
});

test("REG-4: a fulfillment URL that is not HTTPS or not public is refused by name, and the old one stays", async () => {
  const was = await shown();
  const wrong = [
    "http://souk-app.dev/f",
    "https://10.0.0.8/f",
    "https://someone@souk-app.dev/",
    "javascript:1",
  ];
  for (const url of [...wrong, `${world.origins.admin}/f`])
    assertNamesFields(await setFulfillmentUrl(staff, app, { topic: "fulfillment/single", url }), "url");
  assert.deepEqual(await shown(), was);
});
