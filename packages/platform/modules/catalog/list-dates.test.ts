import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";

let db: TestDatabase;
let api: InProcessApi;
let newYorkStore: TestStore;

before(async () => {
  db = await createTestDatabase();
  api = createInProcessApi(db.database);
  newYorkStore = await seedStoreWithInstants("America/New_York", [...autumnInstants, ...springInstants]);
});
after(() => db.stop());

/** Create a store in a time zone, with one product for each instant. All timestamps of a product are its instant. */
async function seedStoreWithInstants(timezone: string, instants: readonly string[]): Promise<TestStore> {
  const handle = timezone.toLowerCase().replace(/[^a-z]+/g, "-");
  const testStore = await createTestStore(db.database, { handle, timezone });
  await seedCatalog(db.database, testStore.store.id, instants.length);
  await db.database.query(
    `update products p set updated_at = at, created_at = at, published_at = at
     from unnest($2::timestamptz[]) with ordinality as instants (at, n),
       (select id, row_number() over (order by id) as n from products where store_id = $1) numbered
     where p.store_id = $1 and p.id = numbered.id and numbered.n = instants.n`,
    [testStore.store.id, instants],
  );
  return testStore;
}

/** Return the numbers (from 1) of the instants whose products match a filter. Assert that the list and the count agree. */
async function findMatches({ store }: TestStore, query: string): Promise<number[]> {
  const list = await api.json<{ products: { id: number }[]; total_count: number }>(
    operations.listProducts,
    store,
    { query: `${query}&sort=id.asc` },
  );
  const { count } = await api.json<{ count: number }>(operations.countProducts, store, { query });
  assert.deepEqual([list.total_count, count], [list.products.length, list.products.length], query);
  const storedProducts = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id",
    [store.id],
  );
  return list.products.map(({ id }) => storedProducts.findIndex((product) => product.id === id) + 1);
}

const encode = encodeURIComponent;

// New York leaves summer time at 2026-11-01 06:00 UTC, so 01:30 occurs twice: at 05:30 UTC and at 06:30 UTC.
const autumnInstants = [
  "2026-11-01T05:29:59.999Z",
  "2026-11-01T05:30:00Z",
  "2026-11-01T06:30:00Z",
  "2026-11-01T06:30:00.001Z",
];
// New York enters summer time at 2026-03-08 07:00 UTC. 03:00 follows 01:59, so 02:30 does not exist. With the offset of summer
// time, 02:30 would be 06:30 UTC, and with the offset of winter time 07:30 UTC.
const springInstants = [
  "2026-03-08T06:29:59.999Z",
  "2026-03-08T06:30:00Z",
  "2026-03-08T07:30:00Z",
  "2026-03-08T07:30:00.001Z",
];

test("LST-7: a local time that occurs twice means its first instant in a _min filter, its second in a _max filter", async () => {
  for (const name of ["updated_at", "created_at", "published_at"]) {
    const minQuery = `${name}_min=2026-11-01+01:30:00`;
    assert.deepEqual(await findMatches(newYorkStore, minQuery), [2, 3, 4], name);
    const maxQuery = `${name}_max=2026-11-01+01:30:00&${name}_min=2026-10-01`;
    assert.deepEqual(await findMatches(newYorkStore, maxQuery), [1, 2, 3], name);
  }
});

test("LST-7: a skipped local time means the earlier instant in a _min filter, the later instant in a _max filter", async () => {
  // The instants in spring follow the four in autumn, so their numbers are 5 to 8.
  assert.deepEqual(
    await findMatches(newYorkStore, "updated_at_min=2026-03-08T02:30:00&updated_at_max=2026-04-01"),
    [6, 7, 8],
  );
  assert.deepEqual(await findMatches(newYorkStore, "updated_at_max=2026-03-08T02:30:00"), [5, 6, 7]);
});

const instants = ["2026-06-30T23:59:59.999Z", "2026-07-01T00:00:00Z", "2026-07-01T12:00:00Z"];

test("LST-7: updated_at filters use the store's local time and ignore any offset", async () => {
  const cases: [zone: string, localTime: string][] = [
    ["Asia/Kathmandu", "2026-07-01T05:45:00"],
    ["America/St_Johns", "2026-06-30T21:30:00"],
    ["Pacific/Kiritimati", "2026-07-01T14:00:00"],
    ["Europe/Berlin", "2026-07-01T02:00:00"],
    ["UTC", "2026-07-01T00:00:00"],
  ];
  for (const [zone, localTime] of cases) {
    const testStore = await seedStoreWithInstants(zone, instants);
    for (const offset of ["", "Z", "+13:00", " 13:00", "-0930"]) {
      assert.deepEqual(
        await findMatches(testStore, `updated_at_min=${encode(localTime + offset)}`),
        [2, 3],
        zone + offset,
      );
      assert.deepEqual(
        await findMatches(testStore, `updated_at_max=${encode(localTime + offset)}`),
        [1, 2],
        zone + offset,
      );
    }
  }
});

test("LST-6: created_at and published_at filters use the offset, in which a space counts as +", async () => {
  const testStore = await seedStoreWithInstants("Australia/Lord_Howe", instants);
  for (const name of ["created_at", "published_at"])
    for (const instant of ["2026-07-01T00:00:00Z", "2026-07-01T08:00:00+08:00", "2026-06-30T19:30:00-0430"]) {
      assert.deepEqual(
        await findMatches(testStore, `${name}_min=${encode(instant)}`),
        [2, 3],
        `${name} ${instant}`,
      );
      assert.deepEqual(
        await findMatches(testStore, `${name}_max=${encode(instant)}`),
        [1, 2],
        `${name} ${instant}`,
      );
    }
  // A plus sign that is not URL-encoded arrives as a space.
  assert.deepEqual(await findMatches(testStore, "created_at_min=2026-07-01T08:00:00+08:00"), [2, 3]);
  // A time without an offset is in the store's time zone. Lord Howe is 10:30 ahead of UTC in July.
  assert.deepEqual(await findMatches(testStore, "created_at_min=2026-07-01T10:30:00"), [2, 3]);
  assert.deepEqual(
    await findMatches(testStore, "created_at_min=2026-07-01+10:30:00&created_at_max=2026-07-01+10:30:00"),
    [2],
  );
});
