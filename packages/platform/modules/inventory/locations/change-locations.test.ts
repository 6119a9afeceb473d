import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, type Operation, operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { Check } from "typebox/value";

let db: TestDatabase;
let api: InProcessApi;
let seededStore: TestStore;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  api = createInProcessApi(db.database);
  seededStore = await createTestStore(db.database);
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

interface LocationResponse {
  location: Location;
}

async function createLocation(body: object): Promise<Location> {
  const response = await api.json<LocationResponse>(operations.createLocation, seededStore.store, { body });
  assert.ok(Check(operations.createLocation.response, response), JSON.stringify(response));
  return response.location;
}

async function updateLocation(id: number, body: object): Promise<Location> {
  const request = { params: { id }, body };
  return (await api.json<LocationResponse>(operations.updateLocation, seededStore.store, request)).location;
}

async function expectInvalidFields(request: Promise<unknown>): Promise<string[]> {
  const error = await request.then(
    () => assert.fail("The request was not rejected."),
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
  const lastEventText = "select coalesce(max(id), 0) as id from event_inbox";
  const lastEventId = (await db.database.maybeOne<{ id: number }>(lastEventText))?.id ?? 0;
  await work();
  const text =
    "select topic, resource_id, payload from event_inbox where store_id = $1 and id > $2 order by id";
  return await db.database.many<EventRow>(text, [seededStore.store.id, lastEventId]);
}

async function loadPrimaryIds(): Promise<number[]> {
  const text = "select id from locations where store_id = $1 and is_primary";
  return (await db.database.many<{ id: number }>(text, [seededStore.store.id])).map(({ id }) => id);
}

test("a new location and its event contain the sent values of all known fields", async () => {
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
  let createdLocation: Location | undefined;
  const [event, ...otherEvents] = await captureEvents(async () => {
    createdLocation = await createLocation(body);
  });
  const { id, name, code, latitude, longitude, is_primary, is_active } = createdLocation ?? assert.fail();
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
  assert.deepEqual([event?.topic, event?.resource_id, otherEvents.length], ["location/create", id, 0]);
  assert.deepEqual(JSON.parse(event?.payload ?? ""), { location: createdLocation });
  const codeRequest = { params: { code: "pg-01" } };
  const codeResponse = await api.json<LocationResponse>(
    operations.getLocationByCode,
    seededStore.store,
    codeRequest,
  );
  assert.deepEqual(codeResponse.location, createdLocation);
});

test("a location's code is unique regardless of case and by default made from its name", async () => {
  assert.equal((await createLocation({ name: "Kedai Señor" })).code, "kedai-senor");
  assert.equal((await createLocation({ name: "Kedai Senor" })).code, "kedai-senor-2");
  assert.equal((await createLocation({ name: "東京" })).code, "location");
  const codes: string[] = [];
  for (let n = 0; n < 8; n++) codes.push((await createLocation({ name: "Same" })).code);
  assert.equal(new Set(codes).size, 8);
  assert.deepEqual(await expectInvalidFields(createLocation({ name: "X", code: "KEDAI-SENOR" })), ["code"]);
  assert.deepEqual(
    await expectInvalidFields(updateLocation(seededStore.secondLocationId, { code: "Main" })),
    ["code"],
  );
  assert.equal((await updateLocation(seededStore.secondLocationId, { code: "SECOND" })).code, "SECOND");
  assert.deepEqual(await expectInvalidFields(createLocation({ name: "   " })), ["name"]);
  const otherStore = await createTestStore(db.database, { handle: "other" });
  const otherStoreRequest = { body: { name: "Free there", code: "PG-01" } };
  await api.text(operations.createLocation, otherStore.store, otherStoreRequest);
});

test("a location update changes only the sent fields and is published only if a value differs", async () => {
  const { id } = await createLocation({ name: "Depot", phone: "1", latitude: 1.5 });
  const events = await captureEvents(() => updateLocation(id, { phone: "2", latitude: null }));
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["location/update", id]],
  );
  const { location } = JSON.parse(events[0]?.payload ?? "") as LocationResponse;
  assert.deepEqual([location.name, location.phone, location.latitude], ["Depot", "2", null]);
  assert.deepEqual(
    await captureEvents(async () =>
      assert.deepEqual(await updateLocation(id, { phone: " 2 ", name: "Depot" }), location),
    ),
    [],
  );
  assert.deepEqual(await captureEvents(() => updateLocation(id, {})), []);
});

test("INV-9: a new primary location replaces the former one, and both changes are published", async () => {
  const { id } = await createLocation({ name: "Flagship" });
  const events = await captureEvents(() => updateLocation(id, { is_primary: true }));
  const changes = events.map(({ topic, payload }) => {
    const { location } = JSON.parse(payload) as LocationResponse;
    return [topic, location.id, location.is_primary];
  });
  assert.deepEqual(changes, [
    ["location/update", seededStore.primaryLocationId, false],
    ["location/update", id, true],
  ]);
  assert.deepEqual(await loadPrimaryIds(), [id]);
  let newPrimaryId = 0;
  const creationEvents = await captureEvents(async () => {
    newPrimaryId = (await createLocation({ name: "Newer flagship", is_primary: true })).id;
  });
  assert.deepEqual(
    creationEvents.map(({ topic, resource_id }) => [topic, resource_id]),
    [
      ["location/update", id],
      ["location/create", newPrimaryId],
    ],
  );
  assert.deepEqual(await loadPrimaryIds(), [newPrimaryId]);
  await updateLocation(seededStore.primaryLocationId, { is_primary: true });
});

test("INV-9: the primary location stays primary and active until it is replaced", async () => {
  assert.deepEqual(
    await expectInvalidFields(updateLocation(seededStore.primaryLocationId, { is_primary: false })),
    ["is_primary"],
  );
  assert.deepEqual(
    await expectInvalidFields(updateLocation(seededStore.primaryLocationId, { is_active: false })),
    ["is_active"],
  );
  assert.deepEqual(
    await expectInvalidFields(createLocation({ name: "X", is_primary: true, is_active: false })),
    ["is_active"],
  );
  const inactiveLocation = await createLocation({ name: "Closed", is_active: false });
  assert.deepEqual(await expectInvalidFields(updateLocation(inactiveLocation.id, { is_primary: true })), [
    "is_primary",
  ]);
  assert.equal((await updateLocation(inactiveLocation.id, { is_primary: false })).is_primary, false);
  await updateLocation(inactiveLocation.id, { is_primary: true, is_active: true });
  assert.deepEqual(await loadPrimaryIds(), [inactiveLocation.id]);
  await updateLocation(seededStore.primaryLocationId, { is_primary: true });
});

test("INV-9: concurrent changes of the primary location always leave one primary location", async () => {
  const locationIds = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => (await createLocation({ name: `Rival ${n}` })).id),
  );
  let isRunning = true;
  const checkRepeatedly = async (): Promise<void> => {
    while (isRunning) assert.equal((await loadPrimaryIds()).length, 1);
  };
  const repeatedCheck = checkRepeatedly();
  const events = await captureEvents(async () => {
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 48 }, (_, n) =>
        updateLocation(locationIds[n % locationIds.length] ?? 0, { is_primary: true }),
      ),
      ...locationIds.map((id) => updateLocation(id, { is_active: false })),
      ...locationIds.map((_, n) => createLocation({ name: `Late rival ${n}`, is_primary: true })),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        assert.ok(outcome.reason instanceof ApiError, String(outcome.reason));
  });
  isRunning = false;
  await repeatedCheck;
  const [primaryId] = await loadPrimaryIds();
  const primaryById = new Map<number, boolean>();
  for (const { payload } of events) {
    const { location } = JSON.parse(payload) as LocationResponse;
    primaryById.set(location.id, location.is_primary);
  }
  const publishedPrimaryIds = [...primaryById].filter(([, isPrimary]) => isPrimary).map(([id]) => id);
  assert.deepEqual(publishedPrimaryIds, [primaryId]);
});

test("an unknown location and a location of another store are not found", async () => {
  const otherStore = await createTestStore(db.database, { handle: "stranger" });
  const calls: [Operation, object][] = [
    [operations.updateLocation, { id: otherStore.primaryLocationId }],
    [operations.getLocation, { id: 99_999_999 }],
    [operations.getLocationByCode, { code: "nowhere" }],
  ];
  for (const [operation, params] of calls) {
    const call = api.text(operation, seededStore.store, { params, body: { name: "Mine" } });
    await assert.rejects(call, (error) => error instanceof ApiError && error.code === "not_found");
  }
});

test("locations can be filtered by code, status, and time of creation or update", async () => {
  const listIds = async (query: string): Promise<number[]> => {
    const response = await api.json<{ locations: Location[]; total_count: number }>(
      operations.listLocations,
      seededStore.store,
      { query: `limit=250&${query}` },
    );
    const { count } = await api.json<{ count: number }>(operations.countLocations, seededStore.store, {
      query,
    });
    assert.equal(count, response.total_count, query);
    return response.locations.map(({ id }) => id);
  };
  const allIds = await listIds("");
  assert.deepEqual(await listIds("code=MAIN"), [seededStore.primaryLocationId]);
  assert.deepEqual(await listIds("is_primary=true"), await loadPrimaryIds());
  const inactiveIds = await listIds("is_active=false");
  assert.ok(inactiveIds.length > 0 && inactiveIds.length < allIds.length);
  assert.deepEqual(
    [...inactiveIds, ...(await listIds("is_active=true"))].toSorted((a, b) => a - b),
    allIds,
  );
  const { location } = await api.json<LocationResponse>(operations.getLocation, seededStore.store, {
    params: { id: seededStore.secondLocationId },
  });
  const updatedAt = encodeURIComponent(location.updated_at);
  assert.ok((await listIds(`updated_at_min=${updatedAt}`)).includes(seededStore.secondLocationId));
  assert.deepEqual(await listIds(`updated_at_min=${updatedAt}&updated_at_max=${updatedAt}`), [
    seededStore.secondLocationId,
  ]);
  assert.deepEqual(await listIds("created_at_max=2001-01-01T00:00:00Z"), []);
  assert.deepEqual(
    await listIds(
      `ids=${seededStore.secondLocationId},${seededStore.primaryLocationId}&since_id=${seededStore.secondLocationId}`,
    ),
    [seededStore.secondLocationId],
  );
});
