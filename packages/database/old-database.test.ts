import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { createTemporaryDirectory } from "./temporary-directory.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let directory: string;

before(async () => {
  postgres = await startTestPostgres();
  directory = await createTemporaryDirectory("souk-old-migrations-");
});
after(async () => {
  await postgres?.stop();
  await rm(directory, { recursive: true });
});

const migrationsDirectory = fileURLToPath(new URL("./migrations", import.meta.url));

/** Create a database with the migrations up to and including this number. */
async function createDatabaseAtMigration(
  lastNumber: number,
): Promise<{ connection: string; database: Database }> {
  const folder = join(directory, String(lastNumber));
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(migrationsDirectory)) {
    if (Number(file.slice(0, 4)) <= lastNumber)
      await copyFile(join(migrationsDirectory, file), join(folder, file));
  }
  const connection = await postgres.createEmptyDatabase();
  await migrate({ connection, log: silentLog, directory: folder });
  return { connection, database: openDatabase({ connection, log: silentLog }) };
}

const insertStatements = [
  "insert into stores (id, handle, name, currency_code, timezone, rendition) values (7, 'old', 'Old', 'MYR', 'UTC', 4)",
  "insert into products (store_id, id, handle, title, vendor, tags) values (7, 1, 'mug', 'Tide Mug', 'Kiln', '{sea}')",
  "insert into variants (store_id, id, product_id, sku) values (7, 1, 1, 'MUG-1')",
  "insert into customers (store_id, id, email, first_name) values (7, 1, 'aida@kedai.test', 'Aida')",
  `insert into metafields (store_id, owner_resource, owner_id, namespace, key, value, value_type)
   values (7, 'product', 1, 'care', 'wash', 'by hand', 'String')`,
  `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, goes_first)
   values (7, 'any', 'a@b.test', 'Hello', 'k', '', '', now(), false)`,
  "insert into movement_seals values (7, '2026-01-01', 12)",
  "insert into movement_mark (until, transaction) values ('2026-01-01', 99) on conflict do nothing",
  "insert into file_removals (store_id, path, due_at, tries) values (7, '/a', now(), 3)",
];

test("migrating a database from a release with older column names keeps its data", async (t) => {
  const { connection, database } = await createDatabaseAtMigration(39);
  t.after(() => database.close());
  for (const statement of insertStatements) await database.query(statement);
  assert.ok((await migrate({ connection, log: silentLog })) > 0);

  assert.deepEqual(await database.one("select display_version from stores where id = 7"), {
    display_version: 4,
  });
  assert.deepEqual(await database.one("select priority from mails"), { priority: false });
  assert.deepEqual(await database.one("select movement_count from ledger_checkpoints where store_id = 7"), {
    movement_count: 12,
  });
  assert.deepEqual(await database.one("select attempts from file_removals"), { attempts: 3 });

  const searchSql = `select product_id from product_search s
    where souk_search_tokens(s.store_id, s.search_text, s.facets) @> souk_search_match(7, array[$1])
      and s.search_text like all (souk_search_patterns(array[$1]))`;
  assert.deepEqual(await database.many(searchSql, ["mug-1"]), [{ product_id: 1 }]);
  await database.query("update products set title = 'Harbor Mug' where store_id = 7 and id = 1");
  await database.query("update variants set sku = 'HARBOR-9' where store_id = 7 and id = 1");
  assert.deepEqual(await database.many(searchSql, ["harbor-9"]), [{ product_id: 1 }]);
  assert.deepEqual(await database.many(searchSql, ["tide"]), []);
  await database.query("update customers set first_name = 'Zara', tags = '{vip}' where store_id = 7");
  assert.deepEqual(await database.one("select search_text from customer_search"), {
    search_text: " zara aida kedai test vip ",
  });
  await database.query("delete from products where store_id = 7");
  assert.equal((await database.query("select from metafields")).rowCount, 0);
});

test("members and invitations that had scopes get the role `custom` with rights, and keep their apps", async (t) => {
  const { connection, database } = await createDatabaseAtMigration(47);
  t.after(() => database.close());
  const statements = [
    "insert into stores (id, handle, name, currency_code, timezone) values (7, 'old', 'Old', 'MYR', 'UTC')",
    "insert into accounts (id, email, password_hash) select n, n || '@old.test', '' from generate_series(1, 4) n",
    "insert into partners (id, name) values (1, 'Partner')",
    `insert into apps (id, kind, partner_id, name, handle, client_id)
     select n, 'public', 1, 'App ' || n, 'app-' || n, 'client-' || n from generate_series(1, 3) n`,
    `insert into installations (id, store_id, app_id, status, installed_at, scopes) values
     (11, 7, 1, 'enabled', now(), '{read_orders}'), (12, 7, 2, 'disabled', now(), '{read_orders,write_snippets}'),
     (13, 7, 3, 'enabled', now(), '{write_store}')`,
    `insert into memberships (store_id, account_id, role, scopes, installation_ids) values
     (7, 1, 'owner', '{}', '{}'), (7, 2, 'manager', '{}', '{}'),
     (7, 3, 'staff', '{read_orders,write_orders,write_snippets}', '{13}'),
     (7, 4, 'staff', '{read_products,write_orders,write_fulfillments}', '{}')`,
    `insert into invitations (store_id, email, role, scopes, token_hash, expires_at) values
     (7, 'a@old.test', 'manager', '{}', 'a', now()), (7, 'b@old.test', 'staff', '{write_customers}', 'b', now())`,
  ];
  for (const statement of statements) await database.query(statement);
  assert.ok((await migrate({ connection, log: silentLog })) > 0);
  const selectMembers =
    "select role, rights, installation_ids from memberships where store_id = 7 order by account_id";
  const rightsOfEveryCustomRole = ["reports.view", "exports.create"];
  const editAndPay = ["orders.edit", "orders.record_payments"];
  const refundAndCancel = ["orders.refund", "orders.cancel"];
  assert.deepEqual(await database.many(selectMembers), [
    { role: "owner", rights: [], installation_ids: [] },
    { role: "manager", rights: [], installation_ids: [] },
    {
      role: "custom",
      rights: ["orders.view", ...editAndPay, ...refundAndCancel, ...rightsOfEveryCustomRole],
      installation_ids: [11, 12, 13],
    },
    {
      role: "custom",
      rights: [
        ...editAndPay,
        "orders.fulfill",
        ...refundAndCancel,
        "products.view",
        "stock.view",
        ...rightsOfEveryCustomRole,
      ],
      installation_ids: [],
    },
  ]);
  assert.deepEqual(
    await database.many("select role, rights from invitations where store_id = 7 order by email"),
    [
      { role: "manager", rights: [] },
      { role: "custom", rights: ["customers.edit", "customers.credit", ...rightsOfEveryCustomRole] },
    ],
  );
});
