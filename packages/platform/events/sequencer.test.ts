import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "@souk/database";
import { eventually } from "@souk/testkit";
import type { StubRenderer } from "./facts.ts";
import { type EventRig, eventRig } from "./testing/event-rig.ts";

let rig: EventRig;
beforeEach(async () => {
  rig = await eventRig();
});
afterEach(() => rig.stop());

const numbered = () => eventually(async () => (await rig.waiting()) === 0);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("a committed event is numbered and a delivery made for each subscription of its topic", async () => {
  const [one, other] = [await rig.subscribe("order/create"), await rig.subscribe("order/create")];
  await rig.subscribe("order/update");
  const sequencer = rig.sequencer();
  await rig.raise({ topic: "order/create", resource_id: 7, payload: '{"order":{"id":7}}' });
  sequencer.wake(rig.storeId);
  await numbered();
  const [event] = await rig.log();
  assert.deepEqual(
    { sequence: event?.sequence, resource_id: event?.resource_id, payload: event?.payload },
    { sequence: 1, resource_id: 7, payload: '{"order":{"id":7}}' },
  );
  assert.deepEqual(
    (await rig.deliveries()).map(({ installation_id, number, state }) => ({
      installation_id,
      number,
      state,
    })),
    [one, other].map(({ installation_id }) => ({ installation_id, number: 1, state: "pending" })),
  );
  assert.deepEqual(
    rig.woken.map(({ id }) => id),
    [one, other].map(({ lane_id }) => lane_id),
  );
});

test("with nobody telling it the sequencer finds an event by itself", async () => {
  rig.sequencer();
  await sleep(50);
  await rig.raise({ topic: "order/create", payload: "{}" });
  await numbered();
});

test("the log and every installation's numbers have no gap, whatever writers do and undo", async () => {
  const hooks = [await rig.subscribe("order/create"), await rig.subscribe("order/create")];
  await rig.subscribe("order/update");
  const sequencers = [rig.sequencer(), rig.sequencer()];
  let committed = 0;
  const writer = async (name: number): Promise<void> => {
    for (let change = 0; change < 40; change++) {
      const undone = (change + name) % 4 === 0;
      const topic = change % 3 === 0 ? "order/update" : "order/create";
      await rig.database
        .transaction(async (tx) => {
          await rig.record(tx, [
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
  const log = await rig.log();
  assert.deepEqual(
    log.map(({ sequence }) => sequence),
    upTo(committed),
  );
  assert.equal(new Set(log.map(({ id }) => id)).size, committed);
  const creates = log.filter(({ topic }) => topic === "order/create");
  for (const { installation_id } of hooks) {
    const own = (await rig.deliveries()).filter((row) => row.installation_id === installation_id);
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

test("an event that nobody wanted keeps no payload, and a stub of it is not rendered", async () => {
  let rendered = 0;
  const renderer: StubRenderer = async () => {
    rendered++;
    return new Map();
  };
  const disabled = await rig.subscribe("product/update", { status: "disabled" });
  const sequencer = rig.sequencer({ rendererOf: () => renderer });
  await rig.raise(
    { topic: "order/create", payload: '{"order":{}}' },
    { topic: "product/update", resource_id: 1 },
  );
  sequencer.wake();
  await numbered();
  assert.deepEqual(
    (await rig.log()).map(({ topic, payload }) => ({ topic, payload })),
    [
      { topic: "order/create", payload: null },
      { topic: "product/update", payload: null },
    ],
  );
  assert.equal(rendered, 0);
  const deliveries = await rig.deliveries();
  assert.deepEqual(
    deliveries,
    [],
    `WHK-8: nothing for installation ${disabled.installation_id}, which is disabled`,
  );
});

test("stubs are merged by record, context and app, and each record is rendered once", async () => {
  const asked: number[][] = [];
  const renderer: StubRenderer = async (_run, store, ids) => {
    asked.push(ids);
    return new Map(ids.map((id) => [id, JSON.stringify({ id, shop: store.domain })]));
  };
  await rig.subscribe("product/update");
  await rig.raise(
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "pembeli" },
    { topic: "product/update", resource_id: 2, context: "order/create", trigger_by_app: "penjual" },
    { topic: "product/update", resource_id: 1, context: "inventory_level/update" },
    { topic: "product/update", resource_id: 1, context: "order/create", trigger_by_app: "penjual" },
  );
  rig.sequencer({ rendererOf: () => renderer });
  await numbered();
  const shown = (await rig.log()).map(({ resource_id, context, trigger_by_app, payload }) => [
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
    (await rig.deliveries()).map(({ number }) => number),
    upTo(4),
  );
});

test("a record that is gone, or cannot be rendered, stays in the log without payload and holds nobody up", async () => {
  const renderer: StubRenderer = async (run, _store, ids) => {
    if (ids.includes(2)) await run.query("select 1 / 0");
    return new Map(ids.filter((id) => id !== 1).map((id) => [id, `{"id":${id}}`]));
  };
  await rig.subscribe("product/update");
  await rig.raise(...upTo(3).map((resource_id) => ({ topic: "product/update", resource_id })));
  rig.sequencer({ rendererOf: () => renderer });
  await numbered();
  assert.deepEqual(
    (await rig.log()).map(({ payload }) => payload),
    [null, null, '{"id":3}'],
  );
  assert.deepEqual(
    (await rig.deliveries()).map(({ number, event_sequence }) => [number, event_sequence]),
    [[1, 3]],
  );
});

test("an installation without the topic's read scope gets reduced deliveries, one with it whole ones", async () => {
  const [without, having] = [
    await rig.subscribe("order/create", { scopes: ["read_products"] }),
    await rig.subscribe("order/create", { scopes: ["read_orders"] }),
  ];
  await rig.raise({ topic: "order/create", payload: '{"order":{"id":1}}' });
  rig.sequencer();
  await numbered();
  const reduced = new Map((await rig.deliveries()).map((row) => [row.installation_id, row.reduced]));
  assert.equal(reduced.get(without.installation_id), true);
  assert.equal(reduced.get(having.installation_id), false);
});

test("a sequencer that fails before its commit leaves everything as it was, for the next look", async () => {
  await rig.subscribe("order/create");
  let failures = 0;
  const sequencer = rig.sequencer({
    failpoint: (name) => {
      if (name === "sequencer.before-commit" && failures++ === 0) throw new Error("crashed");
    },
  });
  await rig.raise({ topic: "order/create", payload: "{}" });
  sequencer.wake();
  await eventually(() => failures === 1);
  assert.equal(await rig.waiting(), 1);
  await numbered();
  assert.deepEqual(
    (await rig.deliveries()).map(({ number }) => number),
    [1],
  );
  assert.equal((await rig.log())[0]?.sequence, 1);
});

/** An event of a second store, which a round comes to after the rig's. */
async function raiseElsewhere(): Promise<() => Promise<boolean>> {
  const { rows } = await rig.database.query<{ id: number }>(
    "insert into stores (handle, name, currency_code, timezone) values ('lain', 'Lain', 'MYR', 'Asia/Kuala_Lumpur') returning id",
  );
  const other = rows[0]?.id ?? 0;
  assert.ok(other > rig.storeId);
  await rig.database.query(
    `insert into event_inbox (store_id, occurred_at, topic, payload, actor_kind, actor_id, request_id)
     values ($1, now(), 'order/create', '{}', 'system', 'rig', 'rig')`,
    [other],
  );
  return async () =>
    (await rig.database.query("select from events where store_id = $1", [other])).rowCount === 1;
}

test("a store that another process is numbering does not hold up those after it", async () => {
  await rig.database.query("insert into event_heads (store_id) values ($1)", [rig.storeId]);
  const opened = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held = rig.database.transaction(async (tx) => {
    await tx.query("select from event_heads where store_id = $1 for update", [rig.storeId]);
    opened.resolve();
    await release.promise;
  });
  await opened.promise;
  await rig.raise({ topic: "order/create", payload: "{}" });
  const arrived = await raiseElsewhere();
  rig.sequencer();
  // Before the sequencer, had it waited for the lock, would be told that it waits too long.
  await eventually(arrived, { within: 9_000 }).finally(release.resolve);
  assert.deepEqual(await rig.log(), []);
  await held;
  await eventually(async () => (await rig.log()).length === 1);
});

test("a store whose statements take too long does not hold up those after it", async () => {
  await rig.subscribe("product/update");
  await rig.raise({ topic: "product/update", resource_id: 1 });
  const arrived = await raiseElsewhere();
  const storeOf = () => Promise.reject(new DatabaseUnavailable("busy", new Error("lock timeout")));
  rig.sequencer({ storeOf });
  await eventually(arrived);
  assert.equal(await rig.waiting(), 1);
});

test("more events than one transaction takes are numbered in order of arrival", async () => {
  await rig.subscribe("order/create");
  await rig.raise(
    ...upTo(1_300).map((resource_id) => ({ topic: "order/create", resource_id, payload: "{}" })),
  );
  const sequencer = rig.sequencer();
  await numbered();
  assert.deepEqual(
    (await rig.log()).map(({ sequence, resource_id }) => [sequence, resource_id]),
    upTo(1_300).map((n) => [n, n]),
  );
  assert.equal(sequencer.metrics().events_numbered, 1_300);
  assert.equal(sequencer.metrics().transactions, 3);
});
