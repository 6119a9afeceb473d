import type { Database } from "@souk/database";
import { seedCatalog } from "@souk/testkit";

/** The maximum number of products that one transaction creates. */
const batchSize = 25_000;
const maxStatementMs = 600_000;

// Search texts are written in batches, and their indexes are created at the end. The result is the same as with triggers, which
// would take five times as long.
const searchIndexes = "product_search_tokens, product_search_title";

async function listIndexDefinitions(database: Database): Promise<string[]> {
  const text = "select indexdef from pg_indexes where indexname = any (string_to_array($1, ', '))";
  const rows = await database.many<{ indexdef: string }>(text, [searchIndexes]);
  return rows.map(({ indexdef }) => indexdef);
}

async function listSearchTriggers(database: Database): Promise<{ table: string; name: string }[]> {
  const text = `
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where tgfoid = 'refresh_product_search'::regproc and not tgisinternal`;
  return await database.many<{ table: string; name: string }>(text);
}

/** Run a statement that may take minutes. */
async function runLongStatement(database: Database, text: string, values: unknown[] = []): Promise<void> {
  await database.transaction((tx) => tx.query(text, values), { statementTimeoutMs: maxStatementMs });
}

/** Fill a store with a very large number of products, as `seedCatalog` creates them. */
export async function fillStore(database: Database, storeId: number, productCount: number): Promise<void> {
  const definitions = await listIndexDefinitions(database);
  const triggers = await listSearchTriggers(database);
  for (const { table, name } of triggers)
    await database.query(`alter table ${table} disable trigger ${name}`);
  await database.query(`drop index ${searchIndexes}`);
  for (let createdCount = 0; createdCount < productCount; createdCount += batchSize) {
    const count = Math.min(batchSize, productCount - createdCount);
    await database.transaction((tx) => seedCatalog(tx, storeId, count), {
      statementTimeoutMs: maxStatementMs,
    });
  }
  for (const { table, name } of triggers) await database.query(`alter table ${table} enable trigger ${name}`);
  const refreshSearch = `
    select refresh_products_search($1, array_agg(id)) from products where store_id = $1 group by id / ${batchSize}`;
  await runLongStatement(database, refreshSearch, [storeId]);
  for (const definition of definitions) await runLongStatement(database, definition);
}
