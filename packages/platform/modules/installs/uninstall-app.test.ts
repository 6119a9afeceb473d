import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations, Refusal } from "@souk/contract";
import {
  createTokenReader,
  finishDueUninstalls,
  finishUninstall,
  type InstallationKey,
  noticeWaitMs,
} from "./index.ts";
import type { InstalledApp } from "./installed-app.ts";
import { consoleCall } from "./testing/console-call.ts";
import {
  addApp,
  approvedCode,
  exchange,
  type InstallWorld,
  install,
  installWorld,
} from "./testing/install-world.ts";
import { subscribe } from "./testing/subscribe.ts";

let world: InstallWorld;

before(async () => {
  world = await installWorld();
});
after(() => world.stop());

beforeEach(async () => {
  for (const table of [
    "access_tokens",
    "authorization_codes",
    "webhook_subscriptions",
    "deliveries",
    "lanes",
  ])
    await world.database.query(`delete from ${table}`);
  await world.database.query("delete from delivery_heads");
  await world.database.query("delete from installations");
});

const uninstall = (id: number): Promise<object> => consoleCall(world, operations.uninstallApp, { id });
const disable = (id: number) => consoleCall<{ app: InstalledApp }>(world, operations.disableApp, { id });
const enable = (id: number) => consoleCall<{ app: InstalledApp }>(world, operations.enableApp, { id });

async function tokenState(token: string): Promise<string> {
  const read = await createTokenReader(world.database)(token);
  return read.ok ? "ok" : read.reason;
}

async function statusOf(id: number): Promise<string | undefined> {
  const { rows } = await world.database.query<{ status: string }>(
    "select status from installations where id = $1",
    [id],
  );
  return rows[0]?.status;
}

interface NoticeRow {
  state: string;
  url: string;
  number: number;
  payload: string;
  closed: boolean;
}

/** The notices of app/uninstall, with whether their lane was closed. */
async function notices(): Promise<NoticeRow[]> {
  const { rows } = await world.database.query<NoticeRow>(
    `select d.state, d.url, d.number, e.payload, lanes.closed_at is not null as closed
     from deliveries d join lanes on lanes.id = d.lane_id and lanes.kind = 'uninstall'
     join events e on e.store_id = d.store_id and e.sequence = d.event_sequence
     order by d.id`,
  );
  return rows;
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await world.database.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n ?? -1;
}

async function conflict(answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer, (error: unknown) => error instanceof Refusal && error.code === "conflict");
}

test("INS-16 an enabled app is told first: the answer comes at once, the token works until the removal", async () => {
  const { access_token, installation_id } = await install(world);
  await subscribe(world, installation_id, "app/uninstall");
  await subscribe(world, installation_id, "product/update");
  assert.deepEqual(await uninstall(installation_id), {});
  const [notice] = await notices();
  assert.equal(notice?.url, "http://localhost:4400/hooks");
  const payload = JSON.parse(notice?.payload ?? "{}");
  assert.match(payload.uninstalled_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/);
  assert.equal(Date.parse(payload.uninstalled_at), world.clock.now());
  const { client_id } = world.app;
  const { uninstalled_at } = payload;
  assert.deepEqual(payload, { success: true, shop: "demo.souk.localhost", client_id, uninstalled_at });
  assert.equal(await statusOf(installation_id), "uninstalling");
  assert.equal(await tokenState(access_token), "ok");
  assert.equal(await rowsOf("webhook_subscriptions"), 2);

  assert.equal(await finishUninstall(world.database, installation_id, world.wiring), true);
  assert.equal(await statusOf(installation_id), "uninstalled");
  assert.equal(await tokenState(access_token), "token_revoked");
  assert.equal(await rowsOf("webhook_subscriptions"), 0);
  assert.equal((await notices())[0]?.state, "pending", "its further attempts go on");
  assert.equal(await finishUninstall(world.database, installation_id, world.wiring), false);
});

test("INS-16 removal waits for the first request, with the sweep's own pause two seconds at most", async () => {
  const { access_token, installation_id } = await install(world);
  await subscribe(world, installation_id, "app/uninstall");
  await uninstall(installation_id);
  assert.ok(noticeWaitMs + 1.2 * 500 <= 2_000);
  world.clock.advance(noticeWaitMs - 1);
  assert.equal(await finishDueUninstalls(world.database, world.wiring), 0);
  assert.equal(await tokenState(access_token), "ok");
  world.clock.advance(1);
  const ended = await Promise.all(
    Array.from({ length: 4 }, () => finishDueUninstalls(world.database, world.wiring)),
  );
  assert.equal(
    ended.reduce((sum, each) => sum + each, 0),
    1,
    "of several processes one ends it",
  );
  assert.equal(await tokenState(access_token), "token_revoked");
});

test("an uninstall that cannot be finished is told and holds no other up", async () => {
  const { database, wiring } = world;
  const second = await addApp(world, "Held Up");
  const installed = [
    await install(world),
    await install({ ...world, app: second }, { client_id: second.client_id }),
  ];
  for (const { installation_id } of installed) {
    await subscribe(world, installation_id, "app/uninstall");
    await uninstall(installation_id);
    world.clock.advance(1);
  }
  world.clock.advance(noticeWaitMs);
  const [first, later] = installed.map(({ installation_id }) => installation_id);
  const refusing = async (_tx: unknown, key: InstallationKey): Promise<void> => {
    if (key.installation_id === first) throw new Error("no");
  };
  await assert.rejects(finishDueUninstalls(database, { ...wiring, removers: [refusing] }), AggregateError);
  assert.equal(await statusOf(first ?? 0), "uninstalling");
  assert.equal(await statusOf(later ?? 0), "uninstalled");
  assert.equal(await finishDueUninstalls(database, wiring), 1);
});

test("INS-16 every lane of the subscriptions is closed with the removal, and the notice's is not", async () => {
  const { installation_id } = await install(world);
  await subscribe(world, installation_id, "app/uninstall");
  await subscribe(world, installation_id, "product/update");
  await uninstall(installation_id);
  await finishUninstall(world.database, installation_id, world.wiring);
  const { rows } = await world.database.query<{ kind: string; closed: boolean }>(
    "select kind, closed_at is not null as closed from lanes order by id",
  );
  const subscription = { kind: "subscription", closed: true };
  assert.deepEqual(rows, [subscription, subscription, { kind: "uninstall", closed: false }]);
});

test("INS-16 an app that has not subscribed to app/uninstall is removed at once", async () => {
  const { access_token, installation_id } = await install(world);
  await subscribe(world, installation_id, "product/update");
  await uninstall(installation_id);
  assert.equal(await statusOf(installation_id), "uninstalled");
  assert.equal(await tokenState(access_token), "token_revoked");
  assert.deepEqual(await notices(), []);
});

test("INS-17 a disabled app is told nothing and is removed at once", async () => {
  const { access_token, installation_id } = await install(world);
  await subscribe(world, installation_id, "app/uninstall");
  await disable(installation_id);
  await uninstall(installation_id);
  assert.equal(await statusOf(installation_id), "uninstalled");
  assert.equal(await tokenState(access_token), "token_revoked");
  assert.deepEqual(await notices(), []);
  assert.equal(await rowsOf("webhook_subscriptions"), 0);
});

test("SNP-4 what other modules keep for an installation goes in the same transaction", async () => {
  const { access_token, installation_id } = await install(world);
  const removed: InstallationKey[] = [];
  const failing = async (): Promise<void> => Promise.reject(new Error("no"));
  const removers = [async (_tx: unknown, key: InstallationKey): Promise<void> => void removed.push(key)];
  const { wiring } = world;
  const broken = { ...world, wiring: { ...wiring, removers: [...removers, failing] } };
  await assert.rejects(consoleCall(broken, operations.uninstallApp, { id: installation_id }), /no/);
  assert.equal(await tokenState(access_token), "ok", "nothing is half removed");
  removed.length = 0;
  await consoleCall({ ...world, wiring: { ...wiring, removers } }, operations.uninstallApp, {
    id: installation_id,
  });
  assert.deepEqual(removed, [{ installation_id, store_id: world.store.id, app_id: world.app.id }]);
});

test("INS-19 installing again gives a new installation and a new token, and no subscription comes back", async () => {
  const first = await install(world);
  await subscribe(world, first.installation_id, "product/update");
  await uninstall(first.installation_id);
  const second = await install(world);
  assert.notEqual(second.access_token, first.access_token);
  assert.notEqual(second.installation_id, first.installation_id);
  assert.equal(await tokenState(first.access_token), "token_revoked");
  assert.equal(await tokenState(second.access_token), "ok");
  assert.equal(await rowsOf("webhook_subscriptions"), 0);
});

test("installing again while the uninstall is under way ends the old one first and calls its notice back", async () => {
  const first = await install(world);
  await subscribe(world, first.installation_id, "app/uninstall");
  await uninstall(first.installation_id);
  const second = await install(world, { scope: "read_orders" });
  assert.equal(await statusOf(first.installation_id), "uninstalled");
  assert.notEqual(second.installation_id, first.installation_id);
  assert.equal(await tokenState(first.access_token), "token_revoked");
  assert.equal(await tokenState(second.access_token), "ok");
  assert.equal((await notices())[0]?.closed, true, "the engine cancels what is pending of a closed lane");
  assert.equal(await finishUninstall(world.database, first.installation_id, world.wiring), false);
  assert.equal(await tokenState(second.access_token), "ok");
});

test("a further token leaves the notice of another installation alone", async () => {
  const { installation_id } = await install(world);
  await subscribe(world, installation_id, "app/uninstall");
  await install(world);
  await uninstall(installation_id);
  assert.equal((await notices())[0]?.closed, false);
});

test("an approval from before the uninstall cannot be redeemed after it", async () => {
  const { installation_id } = await install(world);
  const code = await approvedCode(world);
  await uninstall(installation_id);
  await assert.rejects(exchange(world, code), { message: "Redeem timeout" });
  const behind = { now: () => world.clock.now() - 60_000 };
  const slowProcess = { ...world, wiring: { ...world.wiring, clock: behind } };
  await assert.rejects(exchange(slowProcess, code), { message: "Redeem timeout" });
  assert.equal(await statusOf(installation_id), "uninstalled");
});

test("uninstalling again while it is under way changes nothing, and afterwards finds nothing", async () => {
  const { installation_id } = await install(world);
  await subscribe(world, installation_id, "app/uninstall");
  await uninstall(installation_id);
  assert.deepEqual(await uninstall(installation_id), {});
  assert.equal((await notices()).length, 1);
  await conflict(disable(installation_id));
  await conflict(enable(installation_id));
  await conflict(consoleCall(world, operations.openApp, { id: installation_id }));
  await finishUninstall(world.database, installation_id, world.wiring);
  for (const call of [uninstall, disable, enable])
    await assert.rejects(
      call(installation_id),
      (error) => error instanceof Refusal && error.code === "not_found",
    );
});

test("uninstalls, approvals and exchanges of one app at once end in a state that agrees with itself", async () => {
  const { database } = world;
  for (let round = 0; round < 8; round++) {
    const { installation_id } = await install(world);
    await subscribe(world, installation_id, "app/uninstall");
    const codes = [await approvedCode(world), await approvedCode(world)];
    const outcomes = await Promise.allSettled([
      uninstall(installation_id),
      approvedCode(world).then((code) => exchange(world, code)),
      ...codes.map((code) => exchange(world, code)),
      finishUninstall(database, installation_id, world.wiring),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") assert.ok(outcome.reason instanceof Refusal, String(outcome.reason));
    world.clock.advance(noticeWaitMs);
    await finishDueUninstalls(database, world.wiring);
    const { rows } = await database.query<{ n: number }>(
      `select count(*) as n from access_tokens join installations i on i.id = installation_id
       where i.status not in ('enabled', 'disabled')`,
    );
    assert.equal(rows[0]?.n, 0, "no token outlives its installation");
    const { rows: live } = await database.query<{ id: number }>(
      "select id from installations where status <> 'uninstalled'",
    );
    assert.ok(live.length <= 1);
    for (const { id } of live) {
      await uninstall(id);
      await finishUninstall(database, id, world.wiring);
    }
  }
});
