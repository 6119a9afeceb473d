import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { loadCollectText } from "./list-collects.ts";

const lockText = `
  select from collections c join collects r on r.store_id = c.store_id and r.collection_id = c.id
  where r.store_id = $1 and r.id = $2 for no key update of c`;

// Collects between the former and the new position shift by one toward the former position. All other collects are unchanged.
const moveStatement = defineStatement(
  "collect_move",
  `
    with moved as (
      select collection_id, position as former from collects where store_id = $1 and id = $2 and position <> $3)
    update collects r set
      position = case when r.id = $2 then $3 when $3 < moved.former then r.position + 1 else r.position - 1 end,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from moved
    where r.store_id = $1 and r.collection_id = moved.collection_id
      and r.position between least(moved.former, $3) and greatest(moved.former, $3)
      and (r.id = $2 or r.position <> moved.former)`,
);

/**
 * Change a product's position in its collection. Products do not contain this position, so no event is published.
 * @throws ApiError not_found
 */
export async function updateCollect(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCollect>,
): Promise<JsonText> {
  if ((await tx.query(lockText, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  await tx.query(moveStatement, [store.id, params.id, body.position]);
  return wrapRecord("collect", (await loadCollectText(tx, store, params.id)) ?? throwApiError("not_found"));
}
