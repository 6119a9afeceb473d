import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "@souk/database";
import { eventually } from "@souk/testkit";
import type { SnapshotRenderer } from "./snapshot-renderers.ts";
import { createEventFixture, type EventFixture } from "./testing/event-fixture.ts";

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(() => fixture.stop());

const numbered = () => eventually(async () => (await fixture.waiting()) === 0);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("a committed event is numbered, with a delivery per subscription of its topic", async () => {
  const [one, other] = [await fixture.subscribe("order/create"), await fixture.subscribe("order/create")];
  await fixture.subscribe("order/update");
  const sequencer = fixture.sequencer();
  await fixture.raise({ topic: "order/create", resource_id: 7, payload: '{"order":{"id":7}}' });
  sequencer.wake(fixture.storeId);
  await numbered();
  const [event] = await fixture.log();
  assert.deepEqual(
    { sequence: event?.sequence, resource_id: event?.resource_id, payload: event?.payload },
    { sequence: 1, resource_id: 7, payload: '{"order":{"id":7}}' },
  );
  assert.deepEqual(
    (await fixture.deliveries()).map(({ installation_id, number, state }) => ({
      installation_id,
      number,
      state,
    })),
    [one, other].map(({ installation_id }) => ({ installation_id, number: 1, state: "pending" })),
  );
  assert.deepEqual(
    fixture.woken.map(({ id }) => id),
    [one, other].map(({ lane_id }) => lane_id),
  );
});

test("the sequencer finds an event by itself without being notified", async () => {
  fixture.sequencer();
  await sleep(50);
  await fixture.raise({ topic: "order/create", payload: "{}" });
  await numbered();
});

test("the log and every installation's numbers have no gap, whatever writers roll back", async () => {
  const hooks = [await fixture.subscribe("order/create"), await fixture.subscribe("order/create")];
  await fixture.subscribe("order/update");
  const sequencers = [fixture.sequencer(), fixture.sequencer()];
  let committed = 0;
  const writer = async (name: number): Promise<void> => {
    for (let change = 0; change < 40; change++) {
      const undone = (change + name) % 4 === 0;
      const topic = change % 3 === 0 ? "order/update" : "order/create";
      await fixture.database
        .transaction(async (tx) => {
          await fixture.record(tx, [
            { topic, payload: "{}" },
            { topic: "order/create", payload: "{}" },
          ]);
          if (undone) throw new Error("undone");
          committed += 2;
        })
        .catch((error: unknown) => assert.equal((error as Error).message, "undone"));
      sequencers[change % 2]?.wake();
    }
  };
  await Promise.all(upTo(8).map(writer));
  await numbered();
  const log = await fixture.log();
  assert.deepEqual(
    log.map(({ sequence }) => sequence),
    upTo(committed),
  );
  assert.equal(new Set(log.map(({ id }) => id)).size, committed);
  const creates = log.filter(({ topic }) => topic === "order/create");
  for (const { installation_id } of hooks) {
    const own = (await fixture.deliveries()).filter((row) => row.installation_id === installation_id);
    assert.deepEqual(
      own.map(({ number }) => number),
      upTo(creates.length),
    );
    assert.deepEqual(
      own.map(({ event_sequence }) => event_sequence),
      creates.map(({ sequence }) => sequence),
    );
  }
});

test("an event that no subscription wanted keeps no payload, nor is its stub rendered", async () => {
  let rendered = 0;
  const renderer: SnapshotRenderer = async () => {
    rendered++;
    return new Map();
  };
  const disabled = await fixture.subscribe("product/update", { status: "disabled" });
  const sequencer = fixture.sequencer({ renderers: { "product/update": renderer } });
  await fixture.raise(
    { topic: "order/create", payload: '{"order":{}}' },
    { topic: "product/update", resource_id: 1 },
  );
  sequencer.wake();
  await numbered();
  assert.deepEqual(
    (await fixture.log()).map(({ topic, payload }) => ({ topic, payload })),
    [
      { topic: "order/create", payload: null },
      { topic: "product/update", payload: null },
    ],
  );
  assert.equal(rendered, 0);
  const deliveries = await fixture.deliveries();
  assert.deepEqual(
    deliveries,
    [],
    `WHK-8: nothing for installation ${disabled.installation_id}, which is disabled`,
  );
});

test("stubs are merged by record, context and app, and each record is rendered once", async () => {
  const asked: number[][] = [];
  const renderer: SnapshotRenderer = async (_run, store, ids) => {
    asked.push(ids);
    return new Map(ids.map((id) => [id, JSON.stringify({ id, shop: store.domain })]));
  };
  await fixture.subscribe("product/update");
  await fixture.raise(
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "pembeli" },
    { topic: "product/update", resource_id: 2, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "inventory_level/update" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
  );
  fixture.sequencer({ renderers: { "product/update": renderer } });
  await numbered();
  const shown = (await fixture.log()).map(({ resource_id, context, trigger_by_app, payload }) => [
    resource_id,
    context,
    trigger_by_app,
    payload,
  ]);
  const product = (id: number) => `{"id":${id},"shop":"kedai.souk.localhost"}`;
  assert.deepEqual(shown, [
    [1, "order/create", "pembeli", product(1)],
    [2, "order/create", "penjual", product(2)],
    [1, "inventory_level/update", null, product(1)],
    [1, "order/create", "penjual", product(1)],
  ]);
  assert.deepEqual(asked, [[1, 2]]);
  assert.deepEqual(
    (await fixture.deliveries()).map(({ number }) => number),
    upTo(4),
  );
});

test("a record that is gone or cannot be rendered stays in the log, delaying no others", async () => {
  const renderer: SnapshotRenderer = async (db, _store, ids) => {
    if (ids.includes(2)) await db.query("select 1 / 0");
    return new Map(ids.filter((id) => id !== 1).map((id) => [id, `{"id":${id}}`]));
  };
  await fixture.subscribe("product/update");
  await fixture.raise(...upTo(3).map((resource_id) => ({ topic: "product/update", resource_id })));
  fixture.sequencer({ renderers: { "product/update": renderer } });
  await numbered();
  assert.deepEqual(
    (await fixture.log()).map(({ payload }) => payload),
    [null, null, '{"id":3}'],
  );
  assert.deepEqual(
    (await fixture.deliveries()).map(({ number, event_sequence }) => [number, event_sequence]),
    [[1, 3]],
  );
});

test("deliveries are full with the topic's read scope and reduced without it", async () => {
  const [without, having] = [
    await fixture.subscribe("order/create", { scopes: ["read_products"] }),
    await fixture.subscribe("order/create", { scopes: ["read_orders"] }),
  ];
  await fixture.raise({ topic: "order/create", payload: '{"order":{"id":1}}' });
  fixture.sequencer();
  await numbered();
  const reduced = new Map((await fixture.deliveries()).map((row) => [row.installation_id, row.reduced]));
  assert.equal(reduced.get(without.installation_id), true);
  assert.equal(reduced.get(having.installation_id), false);
});

test("a sequencer that fails before its commit leaves all unchanged for the next round", async () => {
  await fixture.subscribe("order/create");
  let failures = 0;
  const sequencer = fixture.sequencer({
    failpoint: (name) => {
      if (name === "sequencer.before-commit" && failures++ === 0) throw new Error("crashed");
    },
  });
  await fixture.raise({ topic: "order/create", payload: "{}" });
  sequencer.wake();
  await eventually(() => failures === 1);
  assert.equal(await fixture.waiting(), 1);
  await numbered();
  assert.deepEqual(
    (await fixture.deliveries()).map(({ number }) => number),
    [1],
  );
  assert.equal((await fixture.log())[0]?.sequence, 1);
});

/** Publish an event of a second store, which a round reaches after the fixture's store. */
async function raiseElsewhere(): Promise<() => Promise<boolean>> {
  const row = await fixture.database.maybeOne<{ id: number }>(
    "insert into stores (handle, name, currency_code, timezone) values ('lain', 'Lain', 'MYR', 'Asia/Kuala_Lumpur') returning id",
  );
  const other = row?.id ?? 0;
  assert.ok(other > fixture.storeId);
  await fixture.database.query(
    `insert into event_inbox (store_id, occurred_at, topic, payload, actor_kind, actor_id, request_id)
     values ($1, now(), 'order/create', '{}', 'system', 'test', 'test')`,
    [other],
  );
  return async () =>
    (await fixture.database.query("select from events where store_id = $1", [other])).rowCount === 1;
}

test("a store that another process is numbering does not delay those after it", async () => {
  await fixture.database.query("insert into event_heads (store_id) values ($1)", [fixture.storeId]);
  const opened = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = fixture.database.transaction(async (tx) => {
    await tx.query("select from event_heads where store_id = $1 for update", [fixture.storeId]);
    opened.resolve();
    await release.promise;
  });
  await opened.promise;
  await fixture.raise({ topic: "order/create", payload: "{}" });
  const arrived = await raiseElsewhere();
  fixture.sequencer();
  // If the sequencer had waited for the lock, it would first get the error that it waits too long.
  await eventually(arrived, { within: 9_000 }).finally(release.resolve);
  assert.deepEqual(await fixture.log(), []);
  await holder;
  await eventually(async () => (await fixture.log()).length === 1);
});

test("a store whose statements take too long does not delay those after it", async () => {
  await fixture.subscribe("product/update");
  await fixture.raise({ topic: "product/update", resource_id: 1 });
  const arrived = await raiseElsewhere();
  const findStore = () => Promise.reject(new DatabaseUnavailable("busy", new Error("lock timeout")));
  fixture.sequencer({ findStore });
  await eventually(arrived);
  assert.equal(await fixture.waiting(), 1);
});

test("more events than one transaction takes are numbered in order of arrival", async () => {
  await fixture.subscribe("order/create");
  await fixture.raise(
    ...upTo(1_300).map((resource_id) => ({ topic: "order/create", resource_id, payload: "{}" })),
  );
  const sequencer = fixture.sequencer();
  await numbered();
  assert.deepEqual(
    (await fixture.log()).map(({ sequence, resource_id }) => [sequence, resource_id]),
    upTo(1_300).map((n) => [n, n]),
  );
  assert.equal(sequencer.metrics().events_numbered, 1_300);
  assert.equal(sequencer.metrics().transactions, 3);
});
