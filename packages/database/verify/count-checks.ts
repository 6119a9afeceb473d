import type { Statement } from "../statement.ts";
import type { Difference } from "./difference.ts";

/** Run a statement and return its rows. Each call reads one state of the database. */
export type ReadRows = <Row extends object>(
  statement: Statement | string,
  values?: readonly unknown[],
) => Promise<Row[]>;

interface CountedTable {
  table: string;
  resource: string;
}

/** List the tables whose rows a trigger function counts, each with the name of its count. */
async function findCountedTables(read: ReadRows, triggerFunction: string): Promise<CountedTable[]> {
  const text = `
    select t.tgrelid::regclass::text as "table", split_part(encode(t.tgargs, 'escape'), '\\000', 1) as resource
    from pg_trigger t where t.tgfoid = $1::regproc and t.tgparentid = 0 order by 1`;
  return read<CountedTable>(text, [triggerFunction]);
}

/**
 * Build the SQL of the differences between stored and actual counts of a store.
 * @param stored the query of the stored counts, with columns `name` and `n`
 * @param actual the query of the actual counts, with the same columns
 */
function buildCountComparison(stored: string, actual: string): string {
  return `
    select 'count' as kind, null as id, null as variant_id, null as location_id, name as field,
      coalesce(stored.n, 0)::bigint as stored_value, coalesce(actual.n, 0)::bigint as computed_value
    from (${stored}) stored full join (${actual}) actual using (name)
    where coalesce(stored.n, 0) <> coalesce(actual.n, 0)`;
}

const levelCountsSql = buildCountComparison(
  `select resource as name, sum(delta) as n from resource_counts
   where store_id = $1 and resource like 'levels at %' group by resource`,
  `select 'levels at ' || location_id as name, count(*) as n from inventory_levels
   where store_id = $1 group by location_id`,
);

const orderCountsSql = buildCountComparison(
  `select resource as name, sum(delta) as n from resource_counts
   where store_id = $1 and (resource = 'orders' or resource like 'orders %') group by resource`,
  `select name, count(*) as n from orders cross join lateral (
     values ('orders'), (order_states_name(status, financial_status, fulfillment_status))) counted (name)
   where store_id = $1 group by name`,
);

const checkpointCountsSql = buildCountComparison(
  "select 'movements up to the ledger checkpoint' as name, movement_count as n from ledger_checkpoints where store_id = $1",
  `select 'movements up to the ledger checkpoint' as name, count(*) as n from inventory_movements
   where store_id = $1 and created_at <= (select covered_until from ledger_checkpoints where store_id = $1)`,
);

function buildRowCountsSql({ table }: CountedTable): string {
  return buildCountComparison(
    "select $2::text as name, sum(delta) as n from resource_counts where store_id = $1 and resource = $2",
    `select $2::text as name, count(*) as n from ${table} where store_id = $1`,
  );
}

// Ids are counted in buckets of 2,048 (2^11).
function buildIdCountsSql({ table }: CountedTable): string {
  const buildName = (bucket: string) => `$2::text || ' with ids from ' || (${bucket} << 11)`;
  return buildCountComparison(
    `select ${buildName("bucket")} as name, sum(delta) as n from id_counts where store_id = $1 and resource = $2 group by bucket`,
    `select ${buildName("(id >> 11)")} as name, count(*) as n from ${table} where store_id = $1 group by id >> 11`,
  );
}

/**
 * Find the counts of a store that differ from its rows. Most counted tables are found by their counting triggers. Levels,
 * orders and movements have queries of their own.
 */
export async function* findCountDifferences(read: ReadRows, storeId: number): AsyncGenerator<Difference> {
  for (const countedTable of await findCountedTables(read, "count_inserted"))
    yield* await read<Difference>(buildRowCountsSql(countedTable), [storeId, countedTable.resource]);
  for (const countedTable of await findCountedTables(read, "count_ids_inserted"))
    yield* await read<Difference>(buildIdCountsSql(countedTable), [storeId, countedTable.resource]);
  yield* await read<Difference>(levelCountsSql, [storeId]);
  yield* await read<Difference>(orderCountsSql, [storeId]);
  yield* await read<Difference>(checkpointCountsSql, [storeId]);
}
