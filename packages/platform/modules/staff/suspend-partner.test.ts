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
const act = (what: "suspend" | "lift", kind: "partners" | "apps") => {
  const id = kind === "partners" ? fixture.partnerId : fixture.app.id;
  return fixture.call("POST", `/${kind}/${id}/${what}.json`, { reason });
};

async function tokenCode(): Promise<string> {
  const answer = await fixture.api("GET", "/3.0/products.json");
  return answer.status === 200 ? "works" : getErrorCode(answer);
}

test("a suspended partner's apps count as suspended, with the partner's reason", async () => {
  await act("suspend", "partners");
  assert.equal(await tokenCode(), "app_disabled");
  const { apps } = (await fixture.merchant("GET", "/apps.json")).json<{
    apps: { suspended: { reason: string } | null }[];
  }>();
  assert.deepEqual(
    apps.map(({ suspended }) => suspended?.reason),
    [reason],
  );
  const { app } = await fixture.call<{
    app: { suspended: object | null; partner: { suspended: { reason: string } | null } };
  }>("GET", `/apps/${fixture.app.id}.json`);
  assert.deepEqual([app.suspended, app.partner.suspended?.reason], [null, reason]);
  await act("lift", "partners");
  assert.equal(await tokenCode(), "works");
});

test("a suspended partner can read its dashboard and change nothing in it", async () => {
  const { app, testing } = fixture;
  await act("suspend", "partners");
  const reads = [
    "/apps.json",
    `/apps/${app.id}.json`,
    `/apps/${app.id}/installations.json`,
    "/app_summaries.json",
  ];
  for (const path of reads) assert.equal((await fixture.partner("GET", path)).status, 200, path);
  const own = (await fixture.partner("GET", "/partner.json")).json<{
    partner: { suspended: { reason: string } };
  }>();
  assert.equal(own.partner.suspended.reason, reason);

  const urls = { app_url: app.app_url, redirection_urls: [app.redirection_url] };
  const bodies: Readonly<Record<string, object>> = {
    "apps.register": { name: "Another", ...urls },
    "apps.update": { name: "Renamed" },
    "app_installations.replay_failed": { since: new Date().toISOString() },
  };
  const { installations } = (await fixture.partner("GET", `/apps/${app.id}/installations.json`)).json<{
    installations: { id: number }[];
  }>();
  const ids = {
    ":secret_id": 1,
    ":installation_id": installations[0]?.id ?? 0,
    ":delivery_id": 1,
    ":id": app.id,
  };
  const writes = Object.values(operations).filter(
    ({ surface, method, auth: caller }) =>
      surface === "partner_console" && method !== "GET" && caller === "session",
  );
  let rejectedCount = 0;
  for (const { id, method, path, surface } of writes.filter(
    (operation) => operation.id !== "partner.sign_out",
  )) {
    const filled = Object.entries(ids).reduce<string>(
      (text, [name, id]) => text.replace(name, String(id)),
      path,
    );
    const url = `${testing.addresses.partnersOrigin}${surfaces[surface].base}${filled}`;
    const answer = await app.partner.browser.call(method, url, bodies[id]);
    assert.deepEqual([answer.status, getErrorCode(answer)], [403, "partner_suspended"], id);
    assert.ok(answer.text.includes(reason), id);
    rejectedCount++;
  }
  assert.ok(rejectedCount >= 5, `only ${rejectedCount} were tried`);
  await act("lift", "partners");
  const renamed = await fixture.partner("PUT", `/apps/${app.id}.json`, { name: "Renamed" });
  assert.equal(renamed.status, 200, renamed.text);
});

test("an app suspended beside its partner works again once both are lifted", async () => {
  for (const order of [["partners", "apps"] as const, ["apps", "partners"] as const]) {
    await act("suspend", order[0]);
    await act("suspend", order[1]);
    assert.equal(await tokenCode(), "app_disabled");
    await act("lift", order[0]);
    assert.equal(await tokenCode(), "app_disabled", `after ${order[0]}`);
    await act("lift", order[1]);
    assert.equal(await tokenCode(), "works", `after ${order[1]}`);
  }
});

test("pending deliveries go out when the last of two suspensions is lifted", async () => {
  const { store, receiver, testing } = fixture;
  const topic = "inventory_level/inventory_quantity_update";
  await fixture.api("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/stock` });
  const sent = () => receiver.requests.filter(({ path }) => path === "/stock").length;
  receiver.answer({ status: 500 });
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  await fixture.api("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: 40 });
  await eventually(() => sent() === 1);
  await act("suspend", "apps");
  await act("suspend", "partners");
  receiver.answer({ status: 200 });
  await testing.database.query("update deliveries set due_at = now() where state = 'pending'");
  await sleep(600);
  assert.equal(sent(), 1);
  await Promise.all([act("lift", "apps"), act("lift", "partners")]);
  await eventually(() => sent() === 2);
});
