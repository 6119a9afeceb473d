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

const waitUntilNumbered = () => eventually(async () => (await fixture.countWaiting()) === 0);
const listNumbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("a committed event gets a number and a delivery for each subscription of its topic", async () => {
  const [firstSubscriber, secondSubscriber] = [
    await fixture.subscribe("order/create"),
    await fixture.subscribe("order/create"),
  ];
  await fixture.subscribe("order/update");
  const sequencer = fixture.startSequencer();
  await fixture.publish({ topic: "order/create", resource_id: 7, payload: '{"order":{"id":7}}' });
  sequencer.wake(fixture.storeId);
  await waitUntilNumbered();
  const [event] = await fixture.loadLog();
  assert.deepEqual(
    { sequence: event?.sequence, resource_id: event?.resource_id, payload: event?.payload },
    { sequence: 1, resource_id: 7, payload: '{"order":{"id":7}}' },
  );
  assert.deepEqual(
    (await fixture.loadDeliveries()).map(({ installation_id, number, state }) => ({
      installation_id,
      number,
      state,
    })),
    [firstSubscriber, secondSubscriber].map(({ installation_id }) => ({
      installation_id,
      number: 1,
      state: "pending",
    })),
  );
  assert.deepEqual(
    fixture.wokenLanes.map(({ id }) => id),
    [firstSubscriber, secondSubscriber].map(({ lane_id }) => lane_id),
  );
});

test("the sequencer finds an event without being notified", async () => {
  fixture.startSequencer();
  await sleep(50);
  await fixture.publish({ topic: "order/create", payload: "{}" });
  await waitUntilNumbered();
});

test("event and delivery numbers have no gaps, even if transactions roll back", async () => {
  const subscribers = [await fixture.subscribe("order/create"), await fixture.subscribe("order/create")];
  await fixture.subscribe("order/update");
  const sequencers = [fixture.startSequencer(), fixture.startSequencer()];
  let committedCount = 0;
  const writeChanges = async (writerIndex: number): Promise<void> => {
    for (let change = 0; change < 40; change++) {
      const rollsBack = (change + writerIndex) % 4 === 0;
      const topic = change % 3 === 0 ? "order/update" : "order/create";
      await fixture.database
        .transaction(async (tx) => {
          await fixture.insert(tx, [
            { topic, payload: "{}" },
            { topic: "order/create", payload: "{}" },
          ]);
          if (rollsBack) throw new Error("rolled back");
          committedCount += 2;
        })
        .catch((error: unknown) => assert.equal((error as Error).message, "rolled back"));
      sequencers[change % 2]?.wake();
    }
  };
  await Promise.all(listNumbersUpTo(8).map(writeChanges));
  await waitUntilNumbered();
  const log = await fixture.loadLog();
  assert.deepEqual(
    log.map(({ sequence }) => sequence),
    listNumbersUpTo(committedCount),
  );
  assert.equal(new Set(log.map(({ id }) => id)).size, committedCount);
  const createEvents = log.filter(({ topic }) => topic === "order/create");
  for (const { installation_id } of subscribers) {
    const ownDeliveries = (await fixture.loadDeliveries()).filter(
      (row) => row.installation_id === installation_id,
    );
    assert.deepEqual(
      ownDeliveries.map(({ number }) => number),
      listNumbersUpTo(createEvents.length),
    );
    assert.deepEqual(
      ownDeliveries.map(({ event_sequence }) => event_sequence),
      createEvents.map(({ sequence }) => sequence),
    );
  }
});

test("the payload of an event without a subscriber is neither stored nor rendered", async () => {
  let renderCount = 0;
  const renderer: SnapshotRenderer = async () => {
    renderCount++;
    return new Map();
  };
  const disabledSubscriber = await fixture.subscribe("product/update", { status: "disabled" });
  const sequencer = fixture.startSequencer({ renderers: { "product/update": renderer } });
  await fixture.publish(
    { topic: "order/create", payload: '{"order":{}}' },
    { topic: "product/update", resource_id: 1 },
  );
  sequencer.wake();
  await waitUntilNumbered();
  assert.deepEqual(
    (await fixture.loadLog()).map(({ topic, payload }) => ({ topic, payload })),
    [
      { topic: "order/create", payload: null },
      { topic: "product/update", payload: null },
    ],
  );
  assert.equal(renderCount, 0);
  const deliveries = await fixture.loadDeliveries();
  assert.deepEqual(
    deliveries,
    [],
    `WHK-8: no delivery for the disabled installation ${disabledSubscriber.installation_id}`,
  );
});

test("events without a payload are merged by record, context and app, and each record is rendered once", async () => {
  const renderedIds: number[][] = [];
  const renderer: SnapshotRenderer = async (_db, store, ids) => {
    renderedIds.push(ids);
    return new Map(ids.map((id) => [id, JSON.stringify({ id, shop: store.domain })]));
  };
  await fixture.subscribe("product/update");
  await fixture.publish(
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "pembeli" },
    { topic: "product/update", resource_id: 2, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "inventory_level/update" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
  );
  fixture.startSequencer({ renderers: { "product/update": renderer } });
  await waitUntilNumbered();
  const logEntries = (await fixture.loadLog()).map(({ resource_id, context, trigger_by_app, payload }) => [
    resource_id,
    context,
    trigger_by_app,
    payload,
  ]);
  const buildProductJson = (id: number) => `{"id":${id},"shop":"kedai.souk.localhost"}`;
  assert.deepEqual(logEntries, [
    [1, "order/create", "pembeli", buildProductJson(1)],
    [2, "order/create", "penjual", buildProductJson(2)],
    [1, "inventory_level/update", null, buildProductJson(1)],
    [1, "order/create", "penjual", buildProductJson(1)],
  ]);
  assert.deepEqual(renderedIds, [[1, 2]]);
  assert.deepEqual(
    (await fixture.loadDeliveries()).map(({ number }) => number),
    listNumbersUpTo(4),
  );
});

test("an event whose record is gone or cannot be rendered does not delay other events", async () => {
  const renderer: SnapshotRenderer = async (db, _store, ids) => {
    if (ids.includes(2)) await db.query("select 1 / 0");
    return new Map(ids.filter((id) => id !== 1).map((id) => [id, `{"id":${id}}`]));
  };
  await fixture.subscribe("product/update");
  await fixture.publish(
    ...listNumbersUpTo(3).map((resource_id) => ({ topic: "product/update", resource_id })),
  );
  fixture.startSequencer({ renderers: { "product/update": renderer } });
  await waitUntilNumbered();
  assert.deepEqual(
    (await fixture.loadLog()).map(({ payload }) => payload),
    [null, null, '{"id":3}'],
  );
  assert.deepEqual(
    (await fixture.loadDeliveries()).map(({ number, event_sequence }) => [number, event_sequence]),
    [[1, 3]],
  );
});

test("an app with the topic's read scope gets complete deliveries, and an app without it gets reduced ones", async () => {
  const [withoutScope, withScope] = [
    await fixture.subscribe("order/create", { scopes: ["read_products"] }),
    await fixture.subscribe("order/create", { scopes: ["read_orders"] }),
  ];
  await fixture.publish({ topic: "order/create", payload: '{"order":{"id":1}}' });
  fixture.startSequencer();
  await waitUntilNumbered();
  const isReducedByInstallation = new Map(
    (await fixture.loadDeliveries()).map((row) => [row.installation_id, row.reduced]),
  );
  assert.equal(isReducedByInstallation.get(withoutScope.installation_id), true);
  assert.equal(isReducedByInstallation.get(withScope.installation_id), false);
});

test("if the sequencer fails before its commit, the events are numbered in its next attempt", async () => {
  await fixture.subscribe("order/create");
  let commitAttemptCount = 0;
  const sequencer = fixture.startSequencer({
    failpoint: (name) => {
      if (name !== "sequencer.before-commit") return;
      commitAttemptCount += 1;
      if (commitAttemptCount === 1) throw new Error("crashed");
    },
  });
  await fixture.publish({ topic: "order/create", payload: "{}" });
  sequencer.wake();
  await eventually(() => commitAttemptCount === 1);
  assert.equal(await fixture.countWaiting(), 1);
  await waitUntilNumbered();
  assert.deepEqual(
    (await fixture.loadDeliveries()).map(({ number }) => number),
    [1],
  );
  assert.equal((await fixture.loadLog())[0]?.sequence, 1);
});

/**
 * Publish an event in a second store. The sequencer numbers the events of this store after those of the fixture's store.
 * @returns a function that returns whether the event is numbered
 */
async function publishInSecondStore(): Promise<() => Promise<boolean>> {
  const row = await fixture.database.maybeOne<{ id: number }>(
    "insert into stores (handle, name, currency_code, timezone) values ('lain', 'Lain', 'MYR', 'Asia/Kuala_Lumpur') returning id",
  );
  const otherStoreId = row?.id ?? 0;
  assert.ok(otherStoreId > fixture.storeId);
  await fixture.database.query(
    `insert into event_inbox (store_id, occurred_at, topic, payload, actor_kind, actor_id, request_id)
     values ($1, now(), 'order/create', '{}', 'system', 'test', 'test')`,
    [otherStoreId],
  );
  return async () =>
    (await fixture.database.query("select from events where store_id = $1", [otherStoreId])).rowCount === 1;
}

test("a store whose events another process is numbering does not delay other stores", async () => {
  await fixture.database.query("insert into event_heads (store_id) values ($1)", [fixture.storeId]);
  const transactionOpened = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const lockHolder = fixture.database.transaction(async (tx) => {
    await tx.query("select from event_heads where store_id = $1 for update", [fixture.storeId]);
    transactionOpened.resolve();
    await release.promise;
  });
  await transactionOpened.promise;
  await fixture.publish({ topic: "order/create", payload: "{}" });
  const isSecondStoreNumbered = await publishInSecondStore();
  fixture.startSequencer();
  // If the sequencer waited for the lock, it would number the event only after the lock timeout.
  try {
    await eventually(isSecondStoreNumbered, { timeoutMs: 9_000 });
    assert.deepEqual(await fixture.loadLog(), []);
  } finally {
    release.resolve();
  }
  await lockHolder;
  await eventually(async () => (await fixture.loadLog()).length === 1);
});

test("a store whose statements time out does not delay other stores", async () => {
  await fixture.subscribe("product/update");
  await fixture.publish({ topic: "product/update", resource_id: 1 });
  const isSecondStoreNumbered = await publishInSecondStore();
  const findStore = () => Promise.reject(new DatabaseUnavailable("busy", new Error("lock timeout")));
  fixture.startSequencer({ findStore });
  await eventually(isSecondStoreNumbered);
  assert.equal(await fixture.countWaiting(), 1);
});

test("events that the sequencer numbers in several transactions keep the order of the inbox", async () => {
  await fixture.subscribe("order/create");
  await fixture.publish(
    ...listNumbersUpTo(1_300).map((resource_id) => ({ topic: "order/create", resource_id, payload: "{}" })),
  );
  const sequencer = fixture.startSequencer();
  await waitUntilNumbered();
  assert.deepEqual(
    (await fixture.loadLog()).map(({ sequence, resource_id }) => [sequence, resource_id]),
    listNumbersUpTo(1_300).map((number) => [number, number]),
  );
  assert.equal(sequencer.metrics().events_numbered, 1_300);
  assert.equal(sequencer.metrics().transactions, 3, "a transaction numbers at most 500 events");
});
