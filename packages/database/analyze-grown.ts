import type { Queryable } from "./database.ts";

// Larger ones have had their turn, and a plan that takes them for half as large is a good one.
const largestBytes = 64 * 1024 * 1024;

const grownStatement = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = current_schema() and pg_relation_size(c.oid) <= $1
    and pg_relation_size(c.oid) / current_setting('block_size')::integer > 2 * greatest(c.relpages, 1)`;

/**
 * Has the small tables counted that have more than doubled since they last were. PostgreSQL does so by itself, up to a minute
 * later; until then a plan that was made while a table was empty reads all of a store for each row.
 * @returns the tables' names
 */
export async function analyzeGrown(run: Queryable): Promise<string[]> {
  const names = (await run.query<{ name: string }>(grownStatement, [largestBytes])).rows.map(
    ({ name }) => name,
  );
  if (names.length > 0) await run.query(`analyze (skip_locked) ${names.join(", ")}`);
  return names;
}
