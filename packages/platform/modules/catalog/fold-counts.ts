import type { Queryable } from "@souk/database";

// What is deleted and the sum that replaces it are committed together, so a reader's sum is right before and after; rows
// that another fold has taken are skipped.
function foldText(table: string, key: readonly string[]): string {
  const columns = key.join(", ");
  return `
    with crowded as materialized (select ${columns} from ${table} group by ${columns} having count(*) > 1),
    gone as (
      delete from ${table} c using crowded where ${key.map((name) => `c.${name} = crowded.${name}`).join(" and ")}
      returning ${key.map((name) => `c.${name}`).join(", ")}, c.delta)
    insert into ${table} (${columns}, delta)
    select ${columns}, sum(delta)::bigint from gone group by ${columns} having sum(delta) <> 0`;
}

const texts = [
  foldText("resource_counts", ["store_id", "resource"]),
  foldText("id_counts", ["store_id", "resource", "bucket"]),
  foldText("tag_counts", ["store_id", "resource_type", "name"]),
];

/**
 * Fold the rows of every count (a resource, a bucket of ids, a tag) into one; a job runs it every few seconds. Safe
 * at any time.
 */
export async function foldCounts(db: Queryable): Promise<void> {
  for (const text of texts) await db.query(text);
}
