import { defineStatement, type Queryable } from "@souk/database";

const productsByHandleStatement = defineStatement(
  "products_by_handle",
  "select id, handle from products where store_id = $1 and handle = any($2::text[])",
);

/** Load the ids of the store's products by handle. Unknown handles have no entry. */
export async function loadProductIdsByHandle(
  db: Queryable,
  storeId: number,
  handles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<{ id: number; handle: string }>(productsByHandleStatement, [
    storeId,
    [...handles],
  ]);
  return new Map(rows.map(({ id, handle }) => [handle, id]));
}
