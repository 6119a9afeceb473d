import type { Queryable } from "@souk/database";

// The deletion of the rows and the row with their sum are committed together, so a reader always gets the right sum. Rows
// that a concurrent call has deleted are skipped.
function buildMergeStatement(table: string, key: readonly string[]): string {
  const columns = key.join(", ");
  return `
    with repeated as materialized (select ${columns} from ${table} group by ${columns} having count(*) > 1),
    deleted as (
      delete from ${table} c using repeated where ${key.map((name) => `c.${name} = repeated.${name}`).join(" and ")}
      returning ${key.map((name) => `c.${name}`).join(", ")}, c.delta)
    insert into ${table} (${columns}, delta)
    select ${columns}, sum(delta)::bigint from deleted group by ${columns} having sum(delta) <> 0`;
}

const mergeStatements = [
  buildMergeStatement("resource_counts", ["store_id", "resource"]),
  buildMergeStatement("id_counts", ["store_id", "resource", "bucket"]),
  buildMergeStatement("tag_counts", ["store_id", "resource_type", "name"]),
];

/**
 * Replace the rows of each count (of a resource, of a bucket of ids, of a tag) with one row that holds their sum. A job
 * calls this function every 10 seconds. Calls at any other time, even concurrent ones, do no harm.
 */
export async function mergeCountRows(db: Queryable): Promise<void> {
  for (const text of mergeStatements) await db.query(text);
}
