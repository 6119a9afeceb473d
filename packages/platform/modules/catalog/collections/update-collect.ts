import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { collectText } from "./list-collects.ts";

const lockText = `
  select from collections c join collects r on r.store_id = c.store_id and r.collection_id = c.id
  where r.store_id = $1 and r.id = $2 for no key update of c`;

// Between the former place and the new one everything moves by one towards the former; the rest stays.
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
 * Move a product within its collection. Products do not show their position, so no event is published.
 * @throws ApiError not_found
 */
export async function updateCollect(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCollect>,
): Promise<JsonText> {
  if ((await tx.query(lockText, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  await tx.query(moveStatement, [store.id, params.id, body.position]);
  return recordText("collect", (await collectText(tx, store, params.id)) ?? throwApiError("not_found"));
}
