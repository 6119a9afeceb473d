import type { Database } from "@souk/database";
import { seedCatalog } from "@souk/testkit";

const portion = 25_000;
const longestStatementMs = 600_000;

// What every product is found by is written for many at once, and its index made when all is there: one at a time takes
// five times as long, and what is made is the same.
const searchIndexes = "product_search_tokens, product_search_title";

async function indexDefinitions(database: Database): Promise<string[]> {
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
async function runLong(database: Database, text: string, values: unknown[] = []): Promise<void> {
  await database.transaction((tx) => tx.query(text, values), { statementTimeoutMs: longestStatementMs });
}

/** Fill a store with very many plain products, as `seedCatalog` makes them. */
export async function fillStore(database: Database, storeId: number, products: number): Promise<void> {
  const definitions = await indexDefinitions(database);
  const triggers = await listSearchTriggers(database);
  for (const { table, name } of triggers)
    await database.query(`alter table ${table} disable trigger ${name}`);
  await database.query(`drop index ${searchIndexes}`);
  for (let made = 0; made < products; made += portion) {
    const count = Math.min(portion, products - made);
    await database.transaction((tx) => seedCatalog(tx, storeId, count), {
      statementTimeoutMs: longestStatementMs,
    });
  }
  for (const { table, name } of triggers) await database.query(`alter table ${table} enable trigger ${name}`);
  const refreshSearch = `
    select refresh_products_search($1, array_agg(id)) from products where store_id = $1 group by id / ${portion}`;
  await runLong(database, refreshSearch, [storeId]);
  for (const definition of definitions) await runLong(database, definition);
}
