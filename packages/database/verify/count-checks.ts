import type { Difference } from "./difference.ts";
import type { Read } from "./read.ts";

interface Counted {
  table: string;
  resource: string;
}

/** The tables whose rows a trigger counts, and under which name. */
async function countedBy(read: Read, trigger: string): Promise<Counted[]> {
  const text = `
    select t.tgrelid::regclass::text as "table", split_part(encode(t.tgargs, 'escape'), '\\000', 1) as resource
    from pg_trigger t where t.tgfoid = $1::regproc and t.tgparentid = 0 order by 1`;
  return read<Counted>(text, [trigger]);
}

/** What two counts of a store differ in: `kept` and `real` are queries of `name` and `n`. */
function comparing(kept: string, real: string): string {
  return `
    select 'count' as kind, null as id, null as variant_id, null as location_id, name as field,
      coalesce(kept.n, 0)::bigint as shown, coalesce(real.n, 0)::bigint as summed
    from (${kept}) kept full join (${real}) real using (name)
    where coalesce(kept.n, 0) <> coalesce(real.n, 0)`;
}

const levelsAt = comparing(
  `select resource as name, sum(delta) as n from resource_counts
   where store_id = $1 and resource like 'levels at %' group by resource`,
  `select 'levels at ' || location_id as name, count(*) as n from inventory_levels
   where store_id = $1 group by location_id`,
);

const allOrders = comparing(
  `select resource as name, sum(delta) as n from resource_counts
   where store_id = $1 and (resource = 'orders' or resource like 'orders %') group by resource`,
  `select name, count(*) as n from orders cross join lateral (
     values ('orders'), (order_states_name(status, financial_status, fulfillment_status))) counted (name)
   where store_id = $1 group by name`,
);

const sealedMovements = comparing(
  "select 'sealed movements' as name, movements as n from movement_seals where store_id = $1",
  `select 'sealed movements' as name, count(*) as n from inventory_movements
   where store_id = $1 and created_at <= (select until from movement_seals where store_id = $1)`,
);

function allRows({ table }: Counted): string {
  return comparing(
    "select $2::text as name, sum(delta) as n from resource_counts where store_id = $1 and resource = $2",
    `select $2::text as name, count(*) as n from ${table} where store_id = $1`,
  );
}

function rowsFromIds({ table }: Counted): string {
  const name = (bucket: string) => `$2::text || ' with ids from ' || (${bucket} << 11)`;
  return comparing(
    `select ${name("bucket")} as name, sum(delta) as n from id_counts where store_id = $1 and resource = $2 group by bucket`,
    `select ${name("(id >> 11)")} as name, count(*) as n from ${table} where store_id = $1 group by id >> 11`,
  );
}

/** Every count of a store that is not its rows; what is counted is found by its triggers, but for levels, orders and movements. */
export async function* countDifferences(read: Read, storeId: number): AsyncGenerator<Difference> {
  for (const counted of await countedBy(read, "count_inserted"))
    yield* await read<Difference>(allRows(counted), [storeId, counted.resource]);
  for (const counted of await countedBy(read, "count_ids_inserted"))
    yield* await read<Difference>(rowsFromIds(counted), [storeId, counted.resource]);
  yield* await read<Difference>(levelsAt, [storeId]);
  yield* await read<Difference>(allOrders, [storeId]);
  yield* await read<Difference>(sealedMovements, [storeId]);
}
