import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { operations, surfaces } from "@souk/contract";
import { eventually } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;

beforeEach(async () => {
  fixture = await createStaffFixture();
});
afterEach(() => fixture.stop());

const reason = "Two of its apps sold addresses.";
const setSuspension = (action: "suspend" | "lift", kind: "partners" | "apps") => {
  const id = kind === "partners" ? fixture.partnerId : fixture.app.id;
  return fixture.callAsStaff("POST", `/${kind}/${id}/${action}.json`, { reason });
};

/** Call the API with the app's token. @returns "valid", or the code of the error */
async function checkToken(): Promise<string> {
  const response = await fixture.callAsApp("GET", "/3.0/products.json");
  return response.status === 200 ? "valid" : getErrorCode(response);
}

test("suspending a partner also suspends its apps, and merchants see the reason", async () => {
  await setSuspension("suspend", "partners");
  assert.equal(await checkToken(), "app_disabled");
  const { apps } = (await fixture.callAsMerchant("GET", "/apps.json")).json<{
    apps: { suspended: { reason: string } | null }[];
  }>();
  assert.deepEqual(
    apps.map(({ suspended }) => suspended?.reason),
    [reason],
  );
  const { app } = await fixture.callAsStaff<{
    app: { suspended: object | null; partner: { suspended: { reason: string } | null } };
  }>("GET", `/apps/${fixture.app.id}.json`);
  assert.deepEqual([app.suspended, app.partner.suspended?.reason], [null, reason]);
  await setSuspension("lift", "partners");
  assert.equal(await checkToken(), "valid");
});

test("a suspended partner can read the partner dashboard but not change anything", async () => {
  const { app, testPlatform } = fixture;
  await setSuspension("suspend", "partners");
  const readPaths = [
    "/apps.json",
    `/apps/${app.id}.json`,
    `/apps/${app.id}/installations.json`,
    "/app_summaries.json",
  ];
  for (const path of readPaths) assert.equal((await fixture.callAsPartner("GET", path)).status, 200, path);
  const { partner } = (await fixture.callAsPartner("GET", "/partner.json")).json<{
    partner: { suspended: { reason: string } };
  }>();
  assert.equal(partner.suspended.reason, reason);

  const urls = { app_url: app.app_url, redirection_urls: [app.redirection_url] };
  const bodies: Readonly<Record<string, object>> = {
    "apps.register": { name: "Another", ...urls },
    "apps.update": { name: "Renamed" },
    "app_installations.replay_failed": { since: new Date().toISOString() },
  };
  const { installations } = (await fixture.callAsPartner("GET", `/apps/${app.id}/installations.json`)).json<{
    installations: { id: number }[];
  }>();
  const pathIds = {
    ":secret_id": 1,
    ":installation_id": installations[0]?.id ?? 0,
    ":delivery_id": 1,
    ":id": app.id,
  };
  const writeOperations = Object.values(operations).filter(
    ({ id, surface, method, auth }) =>
      surface === "partner_console" && method !== "GET" && auth === "session" && id !== "partner.sign_out",
  );
  let rejectedCount = 0;
  for (const { id, method, path, surface } of writeOperations) {
    const filledPath = Object.entries(pathIds).reduce<string>(
      (text, [placeholder, pathId]) => text.replace(placeholder, String(pathId)),
      path,
    );
    const url = `${testPlatform.addresses.partnersOrigin}${surfaces[surface].base}${filledPath}`;
    const response = await app.partner.browser.call(method, url, bodies[id]);
    assert.deepEqual([response.status, getErrorCode(response)], [403, "partner_suspended"], id);
    assert.ok(response.text.includes(reason), id);
    rejectedCount++;
  }
  assert.ok(rejectedCount >= 5, `only ${rejectedCount} operations were tried`);
  await setSuspension("lift", "partners");
  const updateResponse = await fixture.callAsPartner("PUT", `/apps/${app.id}.json`, { name: "Renamed" });
  assert.equal(updateResponse.status, 200, updateResponse.text);
});

test("a suspended app of a suspended partner works only after both suspensions are lifted", async () => {
  for (const [firstKind, secondKind] of [
    ["partners", "apps"],
    ["apps", "partners"],
  ] as const) {
    await setSuspension("suspend", firstKind);
    await setSuspension("suspend", secondKind);
    assert.equal(await checkToken(), "app_disabled");
    await setSuspension("lift", firstKind);
    assert.equal(await checkToken(), "app_disabled", `after ${firstKind}`);
    await setSuspension("lift", secondKind);
    assert.equal(await checkToken(), "valid", `after ${secondKind}`);
  }
});

test("pending deliveries are sent after the suspensions of an app and its partner are lifted at the same time", async () => {
  const { store, receiver, testPlatform } = fixture;
  const topic = "inventory_level/inventory_quantity_update";
  await fixture.callAsApp("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` });
  const countRequests = () => receiver.requests.filter(({ path }) => path === "/stock").length;
  receiver.respondWith({ status: 500 });
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  await fixture.callAsApp("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: 40 });
  await eventually(() => countRequests() === 1);
  await setSuspension("suspend", "apps");
  await setSuspension("suspend", "partners");
  receiver.respondWith({ status: 200 });
  await testPlatform.database.query("update deliveries set due_at = now() where state = 'pending'");
  await sleep(600);
  assert.equal(countRequests(), 1);
  await Promise.all([setSuspension("lift", "apps"), setSuspension("lift", "partners")]);
  await eventually(() => countRequests() === 2);
});
