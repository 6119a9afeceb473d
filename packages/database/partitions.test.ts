import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { partitionedTables } from "./partitioned-tables.ts";
import { dropExpiredPartitions, ensurePartitions } from "./partitions.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres?.stop());

const now = new Date("2026-12-30T23:59:59.999Z");

async function openMigratedDatabase() {
  const connection = await postgres.createEmptyDatabase();
  await migrate({ connection, log: silentLog });
  return openDatabase({ connection, log: silentLog });
}

const insertKeySql = "insert into idempotency_keys values (1, 'app:1', 'k', $1, 'POST', '/', '', 200, '')";

test("the partition rules match the partitioned tables of the schema", async () => {
  const database = await openMigratedDatabase();
  const rows = await database.many<{ name: string }>(
    "select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1",
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    partitionedTables.map(({ table }) => table).sort(),
  );
  await database.close();
});

test("partitions are created around the current time, across months and years", async () => {
  const database = await openMigratedDatabase();
  const createdPartitions = await ensurePartitions(database, now);
  assert.deepEqual(
    createdPartitions.filter((name) => name.startsWith("events") || name.startsWith("inventory")),
    [
      "events_p20261229",
      "events_p20261230",
      "events_p20261231",
      "events_p20270101",
      "events_p20270102",
      "inventory_movements_p202611",
      "inventory_movements_p202612",
      "inventory_movements_p202701",
      "inventory_movements_p202702",
      "inventory_movements_p202703",
    ],
  );
  for (const at of ["2026-12-29T00:00:00Z", "2026-12-30T23:59:59.999Z", "2027-01-02T23:59:59.999Z"]) {
    await database.query(insertKeySql, [at]);
  }
  await assert.rejects(database.query(insertKeySql, ["2027-01-03T00:00:00Z"]), /no partition/);
  assert.deepEqual(await ensurePartitions(database, now), []);
  await database.close();
});

test("a partition has as many indexes as its table, and settings for autovacuum", async () => {
  const database = await openMigratedDatabase();
  await ensurePartitions(database, now);
  const rows = await database.many(
    `select (select count(*) from pg_index where indrelid = 'deliveries'::regclass) as parent,
       (select count(*) from pg_index where indrelid = 'deliveries_p20261230'::regclass) as partition,
       (select reloptions::text from pg_class where oid = 'deliveries_p20261230'::regclass) as options`,
  );
  const [{ parent, partition, options }] = rows as [{ parent: number; partition: number; options: string }];
  assert.equal(partition, parent);
  assert.match(options, /autovacuum_vacuum_scale_factor=0\.02/);
  await database.close();
});

test("partitions can be created by concurrent calls, and while a transaction writes rows", async () => {
  const database = await openMigratedDatabase();
  const createdPartitions = await Promise.all(
    Array.from({ length: 6 }, () => ensurePartitions(database, now)),
  );
  assert.equal(createdPartitions.filter((names) => names.length > 0).length, 1);
  const tomorrow = new Date(now.getTime() + 86_400_000);
  await database.transaction(async (tx) => {
    await tx.query(insertKeySql, [now]);
    // One for each of the four tables that are partitioned by day.
    assert.equal((await ensurePartitions(database, tomorrow)).length, 4);
  });
  await database.close();
});

test("a partition is dropped if all its rows have expired, but the stock ledger's partitions are kept", async () => {
  const database = await openMigratedDatabase();
  await ensurePartitions(database, now);
  // Idempotency keys are kept for 2 days after the end of their day. Those of December 30 expire one millisecond later.
  const beforeSecondExpiry = new Date("2027-01-01T23:59:59.999Z");
  assert.deepEqual(await dropExpiredPartitions(database, beforeSecondExpiry), ["idempotency_keys_p20261229"]);
  const muchLater = new Date("2028-01-01T00:00:00Z");
  const droppedNames = await dropExpiredPartitions(database, muchLater);
  const filterByTable = (table: string) => droppedNames.filter((name) => name.startsWith(`${table}_p`));
  for (const table of ["events", "deliveries", "delivery_attempts"])
    assert.equal(filterByTable(table).length, 5);
  assert.equal(filterByTable("idempotency_keys").length, 4);
  assert.deepEqual(filterByTable("audit_entries"), ["audit_entries_p202611", "audit_entries_p202612"]);
  assert.deepEqual(filterByTable("inventory_movements"), []);
  assert.deepEqual(await dropExpiredPartitions(database, muchLater), []);
  await database.close();
});

test("a partition that was detached but not dropped is dropped at the next run", async () => {
  const database = await openMigratedDatabase();
  await ensurePartitions(database, now);
  await database.query("alter table events detach partition events_p20261229 concurrently");
  const droppedNames = await dropExpiredPartitions(database, new Date("2027-06-01T00:00:00Z"));
  assert.ok(droppedNames.includes("events_p20261229"));
  await database.close();
});
