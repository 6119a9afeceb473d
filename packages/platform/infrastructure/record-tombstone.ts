import { defineStatement, type Transaction } from "@souk/database";

// The ids are sorted, so that two transactions cannot deadlock.
const insertText = `
  insert into tombstones (store_id, resource, record_id)
  select $1, $2, id from unnest($3::bigint[]) as deleted (id) order by id
  on conflict do nothing`;

const insertStatement = defineStatement("tombstones_record", insertText);

/**
 * Insert tombstones of a store's records in the transaction that deletes them.
 * @param resource the plural name of the resource, as in URLs (`products`)
 */
export async function recordTombstones(
  tx: Transaction,
  storeId: number,
  resource: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await tx.query(insertStatement, [storeId, resource, ids]);
}
