import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";

let db: TestDatabase;
let api: InProcessApi;
let newYork: PracticeStore;

before(async () => {
  db = await testDatabase();
  api = createInProcessApi(db.database);
  newYork = await seedStoreWith("America/New_York", [...autumn, ...spring]);
});
after(() => db.stop());

/** Create a store in a time zone, with a product changed at each instant; products are identified by their index. */
async function seedStoreWith(timezone: string, instants: readonly string[]): Promise<PracticeStore> {
  const handle = timezone.toLowerCase().replace(/[^a-z]+/g, "-");
  const practiceStore = await createPracticeStore(db.database, { handle, timezone });
  await seedCatalog(db.database, practiceStore.store.id, instants.length);
  await db.database.query(
    `update products p set updated_at = at, created_at = at, published_at = at
     from unnest($2::timestamptz[]) with ordinality as sent (at, n),
       (select id, row_number() over (order by id) as n from products where store_id = $1) own
     where p.store_id = $1 and p.id = own.id and own.n = sent.n`,
    [practiceStore.store.id, instants],
  );
  return practiceStore;
}

/** Return the indexes of the products that a filter matches; the list and the count must agree. */
async function through({ store }: PracticeStore, query: string): Promise<number[]> {
  const list = await api.json<{ products: { id: number }[]; total_count: number }>(
    operations.listProducts,
    store,
    { query: `${query}&sort=id.asc` },
  );
  const { count } = await api.json<{ count: number }>(operations.countProducts, store, { query });
  assert.deepEqual([list.total_count, count], [list.products.length, list.products.length], query);
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id",
    [store.id],
  );
  return list.products.map(({ id }) => rows.findIndex((row) => row.id === id) + 1);
}

const encoded = encodeURIComponent;

// New York leaves summer time at 2026-11-01 06:00 UTC: 01:30 is 05:30 UTC and, an hour later, 06:30 UTC again.
const autumn = [
  "2026-11-01T05:29:59.999Z",
  "2026-11-01T05:30:00Z",
  "2026-11-01T06:30:00Z",
  "2026-11-01T06:30:00.001Z",
];
// It enters it at 2026-03-08 07:00 UTC: after 01:59 comes 03:00, and 02:30 is on no clock.
const spring = [
  "2026-03-08T06:29:59.999Z",
  "2026-03-08T06:30:00Z",
  "2026-03-08T07:30:00Z",
  "2026-03-08T07:30:00.001Z",
];

test("LST-7: an ambiguous local time is the first instant for _min, the second for _max", async () => {
  const from = (name: string) => `${name}_min=2026-11-01+01:30:00`;
  for (const name of ["updated_at", "created_at", "published_at"]) {
    assert.deepEqual(await through(newYork, from(name)), [2, 3, 4], name);
    const upTo = `${name}_max=2026-11-01+01:30:00&${name}_min=2026-10-01`;
    assert.deepEqual(await through(newYork, upTo), [1, 2, 3], name);
  }
});

test("LST-7: a skipped local time matches all that either reading would", async () => {
  assert.deepEqual(
    await through(newYork, "updated_at_min=2026-03-08T02:30:00&updated_at_max=2026-04-01"),
    [6, 7, 8],
  );
  assert.deepEqual(await through(newYork, "updated_at_max=2026-03-08T02:30:00"), [5, 6, 7]);
});

const instants = ["2026-06-30T23:59:59.999Z", "2026-07-01T00:00:00Z", "2026-07-01T12:00:00Z"];

test("LST-7: updated_at uses the wall clock of the store's zone, whatever the offset", async () => {
  const cases: [zone: string, wall: string][] = [
    ["Asia/Kathmandu", "2026-07-01T05:45:00"],
    ["America/St_Johns", "2026-06-30T21:30:00"],
    ["Pacific/Kiritimati", "2026-07-01T14:00:00"],
    ["Europe/Berlin", "2026-07-01T02:00:00"],
    ["UTC", "2026-07-01T00:00:00"],
  ];
  for (const [zone, wall] of cases) {
    const practiceStore = await seedStoreWith(zone, instants);
    for (const offset of ["", "Z", "+13:00", " 13:00", "-0930"]) {
      assert.deepEqual(
        await through(practiceStore, `updated_at_min=${encoded(wall + offset)}`),
        [2, 3],
        zone + offset,
      );
      assert.deepEqual(
        await through(practiceStore, `updated_at_max=${encoded(wall + offset)}`),
        [1, 2],
        zone + offset,
      );
    }
  }
});

test("LST-6: created_at and published_at respect the sent offset; a space counts as +", async () => {
  const practiceStore = await seedStoreWith("Australia/Lord_Howe", instants);
  for (const name of ["created_at", "published_at"])
    for (const at of ["2026-07-01T00:00:00Z", "2026-07-01T08:00:00+08:00", "2026-06-30T19:30:00-0430"]) {
      assert.deepEqual(await through(practiceStore, `${name}_min=${encoded(at)}`), [2, 3], `${name} ${at}`);
      assert.deepEqual(await through(practiceStore, `${name}_max=${encoded(at)}`), [1, 2], `${name} ${at}`);
    }
  // Not encoded: the + arrives as a space.
  assert.deepEqual(await through(practiceStore, "created_at_min=2026-07-01T08:00:00+08:00"), [2, 3]);
  // Without an offset it is the store's time: Lord Howe is 10:30 ahead in July.
  assert.deepEqual(await through(practiceStore, "created_at_min=2026-07-01T10:30:00"), [2, 3]);
  assert.deepEqual(
    await through(practiceStore, "created_at_min=2026-07-01+10:30:00&created_at_max=2026-07-01+10:30:00"),
    [2],
  );
});
