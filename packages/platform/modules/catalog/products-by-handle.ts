import type { Queryable } from "@souk/database";

/** The ids of the store's products of these handles; those that are not there are missing. */
export async function productIdsByHandle(
  run: Queryable,
  storeId: number,
  handles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await run.query<{ id: number; handle: string }>(
    {
      name: "products_by_handle",
      text: "select id, handle from products where store_id = $1 and handle = any($2::text[])",
    },
    [storeId, [...handles]],
  );
  return new Map(rows.map(({ id, handle }) => [handle, id]));
}
