import type { Queryable } from "./database.ts";

// Larger tables have been analyzed before, and a query plan that assumes half their size is still good.
const maxTableBytes = 64 * 1024 * 1024;

const findGrownTablesSql = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = current_schema() and pg_relation_size(c.oid) <= $1
    and pg_relation_size(c.oid) / current_setting('block_size')::integer > 2 * greatest(c.relpages, 1)`;

/**
 * Run ANALYZE on small tables that have more than doubled in size since their last ANALYZE. Autovacuum would do so
 * up to a minute later. Until then, a query plan made while a table was empty may scan all rows of a store for each row of a join.
 * @returns the names of the analyzed tables
 */
export async function analyzeGrownTables(db: Queryable): Promise<string[]> {
  const names = (await db.many<{ name: string }>(findGrownTablesSql, [maxTableBytes])).map(
    ({ name }) => name,
  );
  if (names.length > 0) await db.query(`analyze (skip_locked) ${names.join(", ")}`);
  return names;
}
