import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, type Operation, operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import { Check } from "typebox/value";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: PracticeStore;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  api = createInProcessApi(db.database);
  seededStore = await createPracticeStore(db.database);
});
after(() => db.stop());

interface Location {
  id: number;
  code: string;
  name: string;
  phone: string;
  latitude: number | null;
  longitude: number | null;
  is_primary: boolean;
  is_active: boolean;
  updated_at: string;
}

interface Answer {
  location: Location;
}

async function create(body: object): Promise<Location> {
  const answer = await api.json<Answer>(operations.createLocation, seededStore.store, { body });
  assert.ok(Check(operations.createLocation.response, answer), JSON.stringify(answer));
  return answer.location;
}

async function update(id: number, body: object): Promise<Location> {
  const request = { params: { id }, body };
  return (await api.json<Answer>(operations.updateLocation, seededStore.store, request)).location;
}

async function expectInvalidFields(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError && error.code === "invalid", String(error));
  return error.details.fields?.map(({ path }) => path) ?? [];
}

interface EventRow {
  topic: string;
  resource_id: number;
  payload: string;
}

async function captureEvents(work: () => Promise<unknown>): Promise<EventRow[]> {
  const last = "select coalesce(max(id), 0) as id from event_inbox";
  const from = (await db.database.maybeOne<{ id: number }>(last))?.id ?? 0;
  await work();
  const text =
    "select topic, resource_id, payload from event_inbox where store_id = $1 and id > $2 order by id";
  return await db.database.many<EventRow>(text, [seededStore.store.id, from]);
}

async function primaries(): Promise<number[]> {
  const text = "select id from locations where store_id = $1 and is_primary";
  return (await db.database.many<{ id: number }>(text, [seededStore.store.id])).map(({ id }) => id);
}

test("a location is created with all its fields, and published whole", async () => {
  const body = {
    name: "  Penang outlet ",
    code: "PG-01",
    address1: "88 Lebuh Chulia",
    email: "pg@kedai.test",
    latitude: 5.41731249,
    longitude: -100.3,
    enabled_pickup: true,
    unknown_field: 1,
  };
  let made: Location | undefined;
  const [event, ...more] = await captureEvents(async () => {
    made = await create(body);
  });
  const { id, name, code, latitude, longitude, is_primary, is_active } = made ?? assert.fail();
  assert.deepEqual(
    { name, code, latitude, longitude, is_primary, is_active },
    {
      name: "Penang outlet",
      code: "PG-01",
      latitude: 5.417312,
      longitude: -100.3,
      is_primary: false,
      is_active: true,
    },
  );
  assert.deepEqual([event?.topic, event?.resource_id, more.length], ["location/create", id, 0]);
  assert.deepEqual(JSON.parse(event?.payload ?? ""), { location: made });
  const byCode = { params: { code: "pg-01" } };
  const found = await api.json<Answer>(operations.getLocationByCode, seededStore.store, byCode);
  assert.deepEqual(found.location, made);
});

test("a missing code is made from the name; a duplicate in any case is rejected", async () => {
  assert.equal((await create({ name: "Kedai Señor" })).code, "kedai-senor");
  assert.equal((await create({ name: "Kedai Senor" })).code, "kedai-senor-2");
  assert.equal((await create({ name: "東京" })).code, "location");
  const codes: string[] = [];
  for (let n = 0; n < 8; n++) codes.push((await create({ name: "Same" })).code);
  assert.equal(new Set(codes).size, 8);
  assert.deepEqual(await expectInvalidFields(create({ name: "X", code: "KEDAI-SENOR" })), ["code"]);
  assert.deepEqual(await expectInvalidFields(update(seededStore.second, { code: "Main" })), ["code"]);
  assert.equal((await update(seededStore.second, { code: "SECOND" })).code, "SECOND");
  assert.deepEqual(await expectInvalidFields(create({ name: "   " })), ["name"]);
  const other = await createPracticeStore(db.database, { handle: "other" });
  const elsewhere = { body: { name: "Free there", code: "PG-01" } };
  await api.text(operations.createLocation, other.store, elsewhere);
});

test("only sent fields change, once; an update without a change publishes nothing", async () => {
  const { id } = await create({ name: "Depot", phone: "1", latitude: 1.5 });
  const events = await captureEvents(() => update(id, { phone: "2", latitude: null }));
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["location/update", id]],
  );
  const { location } = JSON.parse(events[0]?.payload ?? "") as Answer;
  assert.deepEqual([location.name, location.phone, location.latitude], ["Depot", "2", null]);
  assert.deepEqual(
    await captureEvents(async () =>
      assert.deepEqual(await update(id, { phone: " 2 ", name: "Depot" }), location),
    ),
    [],
  );
  assert.deepEqual(await captureEvents(() => update(id, {})), []);
});

test("INV-9: a new primary location replaces the former one, and both are published", async () => {
  const { id } = await create({ name: "Flagship" });
  const events = await captureEvents(() => update(id, { is_primary: true }));
  const changes = events.map(({ topic, payload }) => {
    const { location } = JSON.parse(payload) as Answer;
    return [topic, location.id, location.is_primary];
  });
  assert.deepEqual(changes, [
    ["location/update", seededStore.primary, false],
    ["location/update", id, true],
  ]);
  assert.deepEqual(await primaries(), [id]);
  let made = 0;
  const created = await captureEvents(async () => {
    made = (await create({ name: "Newer flagship", is_primary: true })).id;
  });
  assert.deepEqual(
    created.map(({ topic, resource_id }) => [topic, resource_id]),
    [
      ["location/update", id],
      ["location/create", made],
    ],
  );
  assert.deepEqual(await primaries(), [made]);
  await update(seededStore.primary, { is_primary: true });
});

test("INV-9: the primary location stays primary and active until it is replaced", async () => {
  assert.deepEqual(await expectInvalidFields(update(seededStore.primary, { is_primary: false })), [
    "is_primary",
  ]);
  assert.deepEqual(await expectInvalidFields(update(seededStore.primary, { is_active: false })), [
    "is_active",
  ]);
  assert.deepEqual(await expectInvalidFields(create({ name: "X", is_primary: true, is_active: false })), [
    "is_active",
  ]);
  const closed = await create({ name: "Closed", is_active: false });
  assert.deepEqual(await expectInvalidFields(update(closed.id, { is_primary: true })), ["is_primary"]);
  assert.equal((await update(closed.id, { is_primary: false })).is_primary, false);
  await update(closed.id, { is_primary: true, is_active: true });
  assert.deepEqual(await primaries(), [closed.id]);
  await update(seededStore.primary, { is_primary: true });
});

test("INV-9: when many become primary at once, exactly one is, and never none or two", async () => {
  const ids = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => (await create({ name: `Rival ${n}` })).id),
  );
  let running = true;
  const watch = async (): Promise<void> => {
    while (running) assert.equal((await primaries()).length, 1);
  };
  const watching = watch();
  const events = await captureEvents(async () => {
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 48 }, (_, n) => update(ids[n % ids.length] ?? 0, { is_primary: true })),
      ...ids.map((id) => update(id, { is_active: false })),
      ...ids.map((_, n) => create({ name: `Late rival ${n}`, is_primary: true })),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        assert.ok(outcome.reason instanceof ApiError, String(outcome.reason));
  });
  running = false;
  await watching;
  const [primary] = await primaries();
  const primaryById = new Map<number, boolean>();
  for (const { payload } of events) {
    const { location } = JSON.parse(payload) as Answer;
    primaryById.set(location.id, location.is_primary);
  }
  const publishedPrimary = [...primaryById].filter(([, isPrimary]) => isPrimary).map(([id]) => id);
  assert.deepEqual(publishedPrimary, [primary]);
});

test("a location of another store, or an unknown one, is not found", async () => {
  const other = await createPracticeStore(db.database, { handle: "stranger" });
  const calls: [Operation, object][] = [
    [operations.updateLocation, { id: other.primary }],
    [operations.getLocation, { id: 99_999_999 }],
    [operations.getLocationByCode, { code: "nowhere" }],
  ];
  for (const [operation, params] of calls) {
    const call = api.text(operation, seededStore.store, { params, body: { name: "Mine" } });
    await assert.rejects(call, (error) => error instanceof ApiError && error.code === "not_found");
  }
});

test("locations are found by code, status, and time of creation or update", async () => {
  const ids = async (query: string): Promise<number[]> => {
    const answer = await api.json<{ locations: Location[]; total_count: number }>(
      operations.listLocations,
      seededStore.store,
      { query: `limit=250&${query}` },
    );
    const { count } = await api.json<{ count: number }>(operations.countLocations, seededStore.store, {
      query,
    });
    assert.equal(count, answer.total_count, query);
    return answer.locations.map(({ id }) => id);
  };
  const all = await ids("");
  assert.deepEqual(await ids("code=MAIN"), [seededStore.primary]);
  assert.deepEqual(await ids("is_primary=true"), await primaries());
  const inactive = await ids("is_active=false");
  assert.ok(inactive.length > 0 && inactive.length < all.length);
  assert.deepEqual(
    [...inactive, ...(await ids("is_active=true"))].toSorted((a, b) => a - b),
    all,
  );
  const { location } = await api.json<Answer>(operations.getLocation, seededStore.store, {
    params: { id: seededStore.second },
  });
  const at = encodeURIComponent(location.updated_at);
  assert.ok((await ids(`updated_at_min=${at}`)).includes(seededStore.second));
  assert.deepEqual(await ids(`updated_at_min=${at}&updated_at_max=${at}`), [seededStore.second]);
  assert.deepEqual(await ids("created_at_max=2001-01-01T00:00:00Z"), []);
  assert.deepEqual(
    await ids(`ids=${seededStore.second},${seededStore.primary}&since_id=${seededStore.second}`),
    [seededStore.second],
  );
});
