import type { Transaction } from "@souk/database";
import { lockAndFindMetafield, type SingleMetafieldCall } from "./find-metafield.ts";
import type { Owner } from "./owners.ts";

/** Delete a metafield. @throws ApiError `not_found`, `scope_missing`, `not_allowed` */
export async function deleteMetafield(
  tx: Transaction,
  owner: Owner,
  call: SingleMetafieldCall,
): Promise<Record<string, never>> {
  await lockAndFindMetafield(tx, owner, { call, change: "delete" });
  await tx.query("delete from metafields where store_id = $1 and id = $2", [call.store.id, call.params.id]);
  return {};
}
