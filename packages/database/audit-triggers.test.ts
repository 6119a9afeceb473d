import assert from "node:assert/strict";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { ensurePartitions } from "./partitions.ts";
import { createTemporaryDirectory } from "./temporary-directory.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let directory: string;
let connection: string;
let database: Database;
let migrationCount: number;

before(async () => {
  postgres = await startTestPostgres();
  directory = await createTemporaryDirectory("souk-audit-");
  await cp(fileURLToPath(new URL("./migrations", import.meta.url)), directory, { recursive: true });
  connection = await postgres.createEmptyDatabase();
  migrationCount = await migrate({ connection, log: silentLog, directory });
  database = openDatabase({ connection, log: silentLog });
  await ensurePartitions(database, new Date());
});
after(async () => {
  await database?.close();
  await postgres?.stop();
  await rm(directory, { recursive: true });
});

/** Apply one more migration to the test's database. */
async function applyMigration(text: string): Promise<void> {
  const number = String(migrationCount + 1).padStart(4, "0");
  await writeFile(join(directory, `${number}_more.sql`), text);
  await migrate({ connection, log: silentLog, directory });
  migrationCount += 1;
}

interface AuditTrigger {
  name: string;
  relation: string;
  events: string;
  /** The columns whose update fires the trigger. */
  columns: string[];
  /** The columns of the table that are audited. */
  audited: string[];
}

// The fifth argument of an audit trigger lists the columns that are not audited.
const auditTriggersSql = `
  select t.tgname as name, c.relname as relation,
    concat_ws(' ', case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 8 > 0 then 'delete' end,
      case when t.tgtype & 16 > 0 then 'update' end) as events,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any (t.tgattr::smallint[]) order by a.attnum) as columns,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attname <> all (string_to_array(
          (string_to_array(encode(t.tgargs, 'escape'), '\\000'))[5], ' ')) order by a.attnum) as audited
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgfoid = 'souk_audit()'::regprocedure order by 2, 1`;

test("an audit trigger fires for every column except those that are listed as not audited", async () => {
  const triggers = await database.many<AuditTrigger>(auditTriggersSql);
  const relations = new Set(triggers.map(({ relation }) => relation));
  assert.ok(relations.has("products") && relations.has("customers") && relations.has("orders"));
  for (const relation of relations) {
    const [updateTrigger, ...otherUpdateTriggers] = triggers.filter(
      (trigger) => trigger.relation === relation && trigger.events === "update",
    );
    assert.ok(
      updateTrigger && otherUpdateTriggers.length === 0,
      `${relation} does not have exactly one audit trigger for updates`,
    );
    assert.deepEqual(updateTrigger.columns, updateTrigger.audited, relation);
    const otherTriggers = triggers.filter(
      (trigger) => trigger.relation === relation && trigger.events !== "update",
    );
    assert.deepEqual(
      otherTriggers.map(({ events }) => events),
      [relation === "orders" ? "delete" : "insert delete"],
    );
  }
});

/** Run a statement as an account, and return the changes that the audit log contains for the statement. */
async function runAndLoadChanges(statement: string): Promise<{ before: unknown; after: unknown }[]> {
  await database.query("delete from audit_entries");
  const actor = JSON.stringify({ kind: "account", id: "1", request_id: "r" });
  await database.transaction((tx) => tx.query(statement), { actor });
  return database.many("select before, after from audit_entries order by id");
}

test("a column added by a later migration is audited", async () => {
  await database.query(
    "insert into stores (id, handle, name, currency_code, timezone) values (7, 'kedai', 'Kedai', 'MYR', 'UTC')",
  );
  await database.query("insert into products (store_id, id, handle, title) values (7, 1, 'mug', 'Mug')");
  await applyMigration("alter table products add column glaze text not null default '';");
  assert.deepEqual(await runAndLoadChanges("update products set glaze = 'blue' where store_id = 7"), [
    { before: { glaze: "" }, after: { glaze: "blue" } },
  ]);
  // These two columns are not audited.
  assert.deepEqual(
    await runAndLoadChanges("update products set total_quantity = 5, version = 9 where store_id = 7"),
    [],
  );
});

test("a migration cannot rename a column that an audit trigger leaves out", async () => {
  await assert.rejects(
    applyMigration("alter table products rename column total_quantity to stock;"),
    /products_audited.* leaves out the column total_quantity, which products does not have/,
  );
});
