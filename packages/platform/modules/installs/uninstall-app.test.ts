import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import { createTokenReader, finishUninstall, type InstallationKey, noticeWaitMs } from "./index.ts";
import type { InstalledApp } from "./installed-app.ts";
import { finishDueUninstalls } from "./remove-installation.ts";
import { consoleCall } from "./testing/console-call.ts";
import {
  addApp,
  approvedCode,
  createInstallFixture,
  exchange,
  type InstallFixture,
  install,
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

const uninstall = (id: number): Promise<object> => consoleCall(fixture, operations.uninstallApp, { id });
const disable = (id: number) => consoleCall<{ app: InstalledApp }>(fixture, operations.disableApp, { id });
const enable = (id: number) => consoleCall<{ app: InstalledApp }>(fixture, operations.enableApp, { id });

async function tokenState(token: string): Promise<string> {
  const read = await createTokenReader(fixture.database)(token);
  return read.ok ? "ok" : read.reason;
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

/** Load the notices of app/uninstall, with whether their lane was closed. */
async function notices(): Promise<NoticeRow[]> {
  const rows = await fixture.database.many<NoticeRow>(
    `select d.state, d.url, d.number, e.payload, lanes.closed_at is not null as closed
     from deliveries d join lanes on lanes.id = d.lane_id and lanes.kind = 'uninstall'
     join events e on e.store_id = d.store_id and e.sequence = d.event_sequence
     order by d.id`,
  );
  return rows;
}

async function countRows(table: string): Promise<number> {
  const row = await fixture.database.one<{ n: number }>(`select count(*) as n from ${table}`);
  return row.n ?? -1;
}

async function conflict(answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer, (error: unknown) => error instanceof ApiError && error.code === "conflict");
}

test("INS-16 an enabled app is notified first: its token works until the removal", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await subscribe(fixture, installation_id, "product/update");
  assert.deepEqual(await uninstall(installation_id), {});
  const [notice] = await notices();
  assert.equal(notice?.url, "http://localhost:4400/hooks");
  const payload = JSON.parse(notice?.payload ?? "{}");
  assert.match(payload.uninstalled_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/);
  assert.equal(Date.parse(payload.uninstalled_at), fixture.clock.now());
  const { client_id } = fixture.app;
  const { uninstalled_at } = payload;
  assert.deepEqual(payload, { success: true, shop: "demo.souk.localhost", client_id, uninstalled_at });
  assert.equal(await findStatus(installation_id), "uninstalling");
  assert.equal(await tokenState(access_token), "ok");
  assert.equal(await countRows("webhook_subscriptions"), 2);

  assert.equal(await finishUninstall(fixture.database, installation_id, fixture.deps), true);
  assert.equal(await findStatus(installation_id), "uninstalled");
  assert.equal(await tokenState(access_token), "token_revoked");
  assert.equal(await countRows("webhook_subscriptions"), 0);
  assert.equal((await notices())[0]?.state, "pending", "its further attempts go on");
  assert.equal(await finishUninstall(fixture.database, installation_id, fixture.deps), false);
});

test("INS-16 removal waits for the first request, with the sweep's pause at most 2 s", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await uninstall(installation_id);
  assert.ok(noticeWaitMs + 1.2 * 500 <= 2_000);
  fixture.clock.advance(noticeWaitMs - 1);
  assert.equal(await finishDueUninstalls(fixture.database, fixture.deps), 0);
  assert.equal(await tokenState(access_token), "ok");
  fixture.clock.advance(1);
  const ended = await Promise.all(
    Array.from({ length: 4 }, () => finishDueUninstalls(fixture.database, fixture.deps)),
  );
  assert.equal(
    ended.reduce((sum, count) => sum + count, 0),
    1,
    "of several processes one ends it",
  );
  assert.equal(await tokenState(access_token), "token_revoked");
});

test("an uninstall that cannot be finished is reported and blocks no other", async () => {
  const { database, deps } = fixture;
  const second = await addApp(fixture, "Held Up");
  const installed = [
    await install(fixture),
    await install({ ...fixture, app: second }, { client_id: second.client_id }),
  ];
  for (const { installation_id } of installed) {
    await subscribe(fixture, installation_id, "app/uninstall");
    await uninstall(installation_id);
    fixture.clock.advance(1);
  }
  fixture.clock.advance(noticeWaitMs);
  const [first, later] = installed.map(({ installation_id }) => installation_id);
  const refusing = async (_tx: unknown, key: InstallationKey): Promise<void> => {
    if (key.installation_id === first) throw new Error("no");
  };
  await assert.rejects(finishDueUninstalls(database, { ...deps, removers: [refusing] }), AggregateError);
  assert.equal(await findStatus(first ?? 0), "uninstalling");
  assert.equal(await findStatus(later ?? 0), "uninstalled");
  assert.equal(await finishDueUninstalls(database, deps), 1);
});

test("INS-16 the removal closes every lane of the subscriptions but not the notice's", async () => {
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await subscribe(fixture, installation_id, "product/update");
  await uninstall(installation_id);
  await finishUninstall(fixture.database, installation_id, fixture.deps);
  const rows = await fixture.database.many<{ kind: string; closed: boolean }>(
    "select kind, closed_at is not null as closed from lanes order by id",
  );
  const subscription = { kind: "subscription", closed: true };
  assert.deepEqual(rows, [subscription, subscription, { kind: "uninstall", closed: false }]);
});

test("INS-16 an app that has not subscribed to app/uninstall is removed at once", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "product/update");
  await uninstall(installation_id);
  assert.equal(await findStatus(installation_id), "uninstalled");
  assert.equal(await tokenState(access_token), "token_revoked");
  assert.deepEqual(await notices(), []);
});

test("INS-17 a disabled app is not notified and is removed at once", async () => {
  const { access_token, installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await disable(installation_id);
  await uninstall(installation_id);
  assert.equal(await findStatus(installation_id), "uninstalled");
  assert.equal(await tokenState(access_token), "token_revoked");
  assert.deepEqual(await notices(), []);
  assert.equal(await countRows("webhook_subscriptions"), 0);
});

test("SNP-4 other modules' data of an installation is deleted in the same transaction", async () => {
  const { access_token, installation_id } = await install(fixture);
  const removed: InstallationKey[] = [];
  const failing = async (): Promise<void> => Promise.reject(new Error("no"));
  const removers = [async (_tx: unknown, key: InstallationKey): Promise<void> => void removed.push(key)];
  const { deps } = fixture;
  const broken = { ...fixture, deps: { ...deps, removers: [...removers, failing] } };
  await assert.rejects(consoleCall(broken, operations.uninstallApp, { id: installation_id }), /no/);
  assert.equal(await tokenState(access_token), "ok", "nothing is half removed");
  removed.length = 0;
  await consoleCall({ ...fixture, deps: { ...deps, removers } }, operations.uninstallApp, {
    id: installation_id,
  });
  assert.deepEqual(removed, [{ installation_id, store_id: fixture.store.id, app_id: fixture.app.id }]);
});

test("INS-19 a reinstallation has a new id and token, and no former subscription", async () => {
  const first = await install(fixture);
  await subscribe(fixture, first.installation_id, "product/update");
  await uninstall(first.installation_id);
  const second = await install(fixture);
  assert.notEqual(second.access_token, first.access_token);
  assert.notEqual(second.installation_id, first.installation_id);
  assert.equal(await tokenState(first.access_token), "token_revoked");
  assert.equal(await tokenState(second.access_token), "ok");
  assert.equal(await countRows("webhook_subscriptions"), 0);
});

test("a reinstallation during the uninstall ends the old one and cancels its notice", async () => {
  const first = await install(fixture);
  await subscribe(fixture, first.installation_id, "app/uninstall");
  await uninstall(first.installation_id);
  const second = await install(fixture, { scope: "read_orders" });
  assert.equal(await findStatus(first.installation_id), "uninstalled");
  assert.notEqual(second.installation_id, first.installation_id);
  assert.equal(await tokenState(first.access_token), "token_revoked");
  assert.equal(await tokenState(second.access_token), "ok");
  assert.equal((await notices())[0]?.closed, true, "the engine cancels what is pending of a closed lane");
  assert.equal(await finishUninstall(fixture.database, first.installation_id, fixture.deps), false);
  assert.equal(await tokenState(second.access_token), "ok");
});

test("another token of an app does not cancel the notice of an uninstall", async () => {
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await install(fixture);
  await uninstall(installation_id);
  assert.equal((await notices())[0]?.closed, false);
});

test("an approval from before the uninstall cannot be redeemed after it", async () => {
  const { installation_id } = await install(fixture);
  const code = await approvedCode(fixture);
  await uninstall(installation_id);
  await assert.rejects(exchange(fixture, code), { message: "Redeem timeout" });
  const behind = { now: () => fixture.clock.now() - 60_000 };
  const slowProcess = { ...fixture, deps: { ...fixture.deps, clock: behind } };
  await assert.rejects(exchange(slowProcess, code), { message: "Redeem timeout" });
  assert.equal(await findStatus(installation_id), "uninstalled");
});

test("a second uninstall changes nothing while one is under way; later it finds none", async () => {
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "app/uninstall");
  await uninstall(installation_id);
  assert.deepEqual(await uninstall(installation_id), {});
  assert.equal((await notices()).length, 1);
  await conflict(disable(installation_id));
  await conflict(enable(installation_id));
  await conflict(consoleCall(fixture, operations.openApp, { id: installation_id }));
  await finishUninstall(fixture.database, installation_id, fixture.deps);
  for (const call of [uninstall, disable, enable])
    await assert.rejects(
      call(installation_id),
      (error) => error instanceof ApiError && error.code === "not_found",
    );
});

test("simultaneous uninstalls, approvals and exchanges leave a consistent state", async () => {
  const { database } = fixture;
  for (let round = 0; round < 8; round++) {
    const { installation_id } = await install(fixture);
    await subscribe(fixture, installation_id, "app/uninstall");
    const codes = [await approvedCode(fixture), await approvedCode(fixture)];
    const outcomes = await Promise.allSettled([
      uninstall(installation_id),
      approvedCode(fixture).then((code) => exchange(fixture, code)),
      ...codes.map((code) => exchange(fixture, code)),
      finishUninstall(database, installation_id, fixture.deps),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        assert.ok(outcome.reason instanceof ApiError, String(outcome.reason));
    fixture.clock.advance(noticeWaitMs);
    await finishDueUninstalls(database, fixture.deps);
    const row = await database.one<{ n: number }>(
      `select count(*) as n from access_tokens join installations i on i.id = installation_id
       where i.status not in ('enabled', 'disabled')`,
    );
    assert.equal(row.n, 0, "no token outlives its installation");
    const live = await database.many<{ id: number }>(
      "select id from installations where status <> 'uninstalled'",
    );
    assert.ok(live.length <= 1);
    for (const { id } of live) {
      await uninstall(id);
      await finishUninstall(database, id, fixture.deps);
    }
  }
});
