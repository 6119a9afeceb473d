import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { createTokenReader, finishUninstall, type InstallationKey, noticeWaitMs } from "./index.ts";
import type { InstalledApp } from "./installed-app.ts";
import { finishDueUninstalls } from "./remove-installation.ts";
import { callConsole } from "./testing/console-call.ts";
import {
  approveAndGetCode,
  createInstallFixture,
  exchange,
  type InstallFixture,
  install,
  registerTestApp,
} from "./testing/install-fixture.ts";
import { subscribe } from "./testing/subscribe.ts";

let fixture: InstallFixture;

before(async () => {
  fixture = await createInstallFixture();
});
after(() => fixture.stop());

beforeEach(async () => {
  for (const table of [
    "access_tokens",
    "authorization_codes",
    "webhook_subscriptions",
    "deliveries",
    "lanes",
  ])
    await fixture.database.query(`delete from ${table}`);
  await fixture.database.query("delete from delivery_heads");
  await fixture.database.query("delete from installations");
});

const uninstall = (id: number): Promise<object> => callConsole(fixture, operations.uninstallApp, { id });
const disable = (id: number) => callConsole<{ app: InstalledApp }>(fixture, operations.disableApp, { id });
const enable = (id: number) => callConsole<{ app: InstalledApp }>(fixture, operations.enableApp, { id });

async function findTokenState(token: string): Promise<string> {
  const result = await createTokenReader(fixture.database)(token);
  return result.ok ? "ok" : result.reason;
}

async function findStatus(id: number): Promise<string | undefined> {
  const row = await fixture.database.maybeOne<{ status: string }>(
    "select status from installations where id = $1",
    [id],
  );
  return row?.status;
}

interface NoticeRow {
  state: string;
  url: string;
  number: number;
  payload: string;
  closed: boolean;
}

/** Load the app/uninstall notices, each with whether its lane is closed. */
async function loadNotices(): Promise<NoticeRow[]> {
  const rows = await fixture.database.many<NoticeRow>(
    `select d.state, d.url, d.number, e.payload, lanes.closed_at is not null as closed
     from deliveries d join lanes on lanes.id = d.lane_id and lanes.kind = 'uninstall'
     join events e on e.store_id = d.store_id and e.sequence = d.event_sequence
     order by d.id`,
  );
  return rows;
}

async function countRows(table: string): Promise<number> {
  const row = await fixture.database.one<{ count: number }>(`select count(*) as count from ${table}`);
  return row.count;
}

async function expectConflict(response: Promise<unknown>): Promise<void> {
  await assert.rejects(response, (error: unknown) => error instanceof ApiError && error.code === "conflict");
}

test("INS-16 an enabled app is notified of its uninstall while its token still works", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await subscribe(fixture, installation_id, "product/update");
  assert.deepEqual(await uninstall(installation_id), {});
  const [notice] = await loadNotices();
  assert.equal(notice?.url, "http://localhost:4400/hooks");
  const payload = JSON.parse(notice?.payload ?? "{}");
  assert.match(payload.uninstalled_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/);
  assert.equal(Date.parse(payload.uninstalled_at), fixture.clock.now());
  const { client_id } = fixture.app;
  const { uninstalled_at } = payload;
  assert.deepEqual(payload, { success: true, shop: "demo.souk.localhost", client_id, uninstalled_at });
  assert.equal(await findStatus(installation_id), "uninstalling");
  assert.equal(await findTokenState(access_token), "ok");
  assert.equal(await countRows("webhook_subscriptions"), 2);

  assert.equal(await finishUninstall(fixture.database, installation_id, fixture.deps), true);
  assert.equal(await findStatus(installation_id), "uninstalled");
  assert.equal(await findTokenState(access_token), "token_revoked");
  assert.equal(await countRows("webhook_subscriptions"), 0);
  assert.equal((await loadNotices())[0]?.state, "pending", "the notice is still sent");
  assert.equal(await finishUninstall(fixture.database, installation_id, fixture.deps), false);
});

test("INS-16 an app is removed within 2 s of the uninstall, even if it doesn't respond", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await uninstall(installation_id);
  // The background job that removes apps runs every 500 ms, plus or minus 20%.
  assert.ok(noticeWaitMs + 1.2 * 500 <= 2_000);
  fixture.clock.advance(noticeWaitMs - 1);
  assert.equal(await finishDueUninstalls(fixture.database, fixture.deps), 0);
  assert.equal(await findTokenState(access_token), "ok");
  fixture.clock.advance(1);
  const removedCounts = await Promise.all(
    Array.from({ length: 4 }, () => finishDueUninstalls(fixture.database, fixture.deps)),
  );
  assert.equal(
    removedCounts.reduce((sum, count) => sum + count, 0),
    1,
    "only one of several processes removes the app",
  );
  assert.equal(await findTokenState(access_token), "token_revoked");
});

test("an uninstall that fails to finish is reported and doesn't block other uninstalls", async () => {
  const { database, deps } = fixture;
  const secondApp = await registerTestApp(fixture, "Second App");
  const installations = [
    await install(fixture),
    await install({ ...fixture, app: secondApp }, { client_id: secondApp.client_id }),
  ];
  for (const { installation_id } of installations) {
    await subscribe(fixture, installation_id, "app/uninstall");
    await uninstall(installation_id);
    fixture.clock.advance(1);
  }
  fixture.clock.advance(noticeWaitMs);
  const [firstId, secondId] = installations.map(({ installation_id }) => installation_id);
  const failForFirst = async (_tx: unknown, key: InstallationKey): Promise<void> => {
    if (key.installation_id === firstId) throw new Error("no");
  };
  await assert.rejects(finishDueUninstalls(database, { ...deps, removers: [failForFirst] }), AggregateError);
  assert.equal(await findStatus(firstId ?? 0), "uninstalling");
  assert.equal(await findStatus(secondId ?? 0), "uninstalled");
  assert.equal(await finishDueUninstalls(database, deps), 1);
});

test("INS-16 removing an app closes its subscription lanes, but not the uninstall notice's lane", async () => {
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await subscribe(fixture, installation_id, "product/update");
  await uninstall(installation_id);
  await finishUninstall(fixture.database, installation_id, fixture.deps);
  const rows = await fixture.database.many<{ kind: string; closed: boolean }>(
    "select kind, closed_at is not null as closed from lanes order by id",
  );
  const closedLane = { kind: "subscription", closed: true };
  assert.deepEqual(rows, [closedLane, closedLane, { kind: "uninstall", closed: false }]);
});

test("INS-16 an app that has not subscribed to app/uninstall is removed at once", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "product/update");
  await uninstall(installation_id);
  assert.equal(await findStatus(installation_id), "uninstalled");
  assert.equal(await findTokenState(access_token), "token_revoked");
  assert.deepEqual(await loadNotices(), []);
});

test("INS-17 a disabled app is removed at once, without a notice of its uninstall", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await disable(installation_id);
  await uninstall(installation_id);
  assert.equal(await findStatus(installation_id), "uninstalled");
  assert.equal(await findTokenState(access_token), "token_revoked");
  assert.deepEqual(await loadNotices(), []);
  assert.equal(await countRows("webhook_subscriptions"), 0);
});

test("SNP-4 an uninstall's transaction also deletes the installation's data in other modules", async () => {
  const { access_token, installation_id } = await install(fixture);
  const removedKeys: InstallationKey[] = [];
  const failingRemover = async (): Promise<void> => Promise.reject(new Error("no"));
  const removers = [async (_tx: unknown, key: InstallationKey): Promise<void> => void removedKeys.push(key)];
  const { deps } = fixture;
  const failingFixture = { ...fixture, deps: { ...deps, removers: [...removers, failingRemover] } };
  await assert.rejects(callConsole(failingFixture, operations.uninstallApp, { id: installation_id }), /no/);
  assert.equal(await findTokenState(access_token), "ok", "the whole transaction is rolled back");
  removedKeys.length = 0;
  await callConsole({ ...fixture, deps: { ...deps, removers } }, operations.uninstallApp, {
    id: installation_id,
  });
  assert.deepEqual(removedKeys, [{ installation_id, store_id: fixture.store.id, app_id: fixture.app.id }]);
});

test("INS-19 a reinstall creates a new installation and token, without subscriptions", async () => {
  const first = await install(fixture);
  await subscribe(fixture, first.installation_id, "product/update");
  await uninstall(first.installation_id);
  const second = await install(fixture);
  assert.notEqual(second.access_token, first.access_token);
  assert.notEqual(second.installation_id, first.installation_id);
  assert.equal(await findTokenState(first.access_token), "token_revoked");
  assert.equal(await findTokenState(second.access_token), "ok");
  assert.equal(await countRows("webhook_subscriptions"), 0);
});

test("reinstalling an app during its uninstall cancels the uninstall notice", async () => {
  const first = await install(fixture);
  await subscribe(fixture, first.installation_id, "app/uninstall");
  await uninstall(first.installation_id);
  const second = await install(fixture, { scope: "read_orders" });
  assert.equal(await findStatus(first.installation_id), "uninstalled");
  assert.notEqual(second.installation_id, first.installation_id);
  assert.equal(await findTokenState(first.access_token), "token_revoked");
  assert.equal(await findTokenState(second.access_token), "ok");
  assert.equal(
    (await loadNotices())[0]?.closed,
    true,
    "the delivery engine cancels pending deliveries of a closed lane",
  );
  assert.equal(await finishUninstall(fixture.database, first.installation_id, fixture.deps), false);
  assert.equal(await findTokenState(second.access_token), "ok");
});

test("a second token that an app got before its uninstall doesn't cancel the uninstall notice", async () => {
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await install(fixture);
  await uninstall(installation_id);
  assert.equal((await loadNotices())[0]?.closed, false);
});

test("an authorization code issued before an uninstall can't be exchanged after the uninstall", async () => {
  const { installation_id } = await install(fixture);
  const code = await approveAndGetCode(fixture);
  await uninstall(installation_id);
  await assert.rejects(exchange(fixture, code), { message: "Redeem timeout" });
  // Another process exchanges the code, and its clock is a minute slow.
  const slowClock = { now: () => fixture.clock.now() - 60_000 };
  const slowClockFixture = { ...fixture, deps: { ...fixture.deps, clock: slowClock } };
  await assert.rejects(exchange(slowClockFixture, code), { message: "Redeem timeout" });
  assert.equal(await findStatus(installation_id), "uninstalled");
});

test("uninstalling an app again does nothing during the uninstall, and gets not_found afterwards", async () => {
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await uninstall(installation_id);
  assert.deepEqual(await uninstall(installation_id), {});
  assert.equal((await loadNotices()).length, 1);
  await expectConflict(disable(installation_id));
  await expectConflict(enable(installation_id));
  await expectConflict(callConsole(fixture, operations.openApp, { id: installation_id }));
  await finishUninstall(fixture.database, installation_id, fixture.deps);
  for (const call of [uninstall, disable, enable])
    await assert.rejects(
      call(installation_id),
      (error) => error instanceof ApiError && error.code === "not_found",
    );
});

test("simultaneous uninstalls, approvals and code exchanges leave no token without an installation", async () => {
  const { database } = fixture;
  for (let round = 0; round < 8; round++) {
    const { installation_id } = await install(fixture);
    await subscribe(fixture, installation_id, "app/uninstall");
    const codes = [await approveAndGetCode(fixture), await approveAndGetCode(fixture)];
    const results = await Promise.allSettled([
      uninstall(installation_id),
      approveAndGetCode(fixture).then((code) => exchange(fixture, code)),
      ...codes.map((code) => exchange(fixture, code)),
      finishUninstall(database, installation_id, fixture.deps),
    ]);
    for (const result of results)
      if (result.status === "rejected") assert.ok(result.reason instanceof ApiError, String(result.reason));
    fixture.clock.advance(noticeWaitMs);
    await finishDueUninstalls(database, fixture.deps);
    const row = await database.one<{ count: number }>(
      `select count(*) as count from access_tokens join installations i on i.id = installation_id
       where i.status not in ('enabled', 'disabled')`,
    );
    assert.equal(row.count, 0, "no token outlives its installation");
    const remainingInstallations = await database.many<{ id: number }>(
      "select id from installations where status <> 'uninstalled'",
    );
    assert.ok(remainingInstallations.length <= 1);
    for (const { id } of remainingInstallations) {
      await uninstall(id);
      await finishUninstall(database, id, fixture.deps);
    }
  }
});
