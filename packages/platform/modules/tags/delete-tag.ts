import { type operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { findTag } from "./find-tag.ts";
import type { ResourceTaggers } from "./resource-tagger.ts";

/**
 * Remove a tag from every record that has it, and publish each record's update. Records are changed in batches, each in its own
 * transaction with its events, so that other changes of these records do not have to wait long. If a deletion is interrupted,
 * repeating the request continues it.
 * @throws ApiError `not_found`
 */
export async function deleteTag(
  resources: ResourceTaggers,
  database: Database,
  call: Call<typeof operations.deleteTag>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { name, resource_type } =
    (await findTag(database, store, { id: params.id })) ?? throwApiError("not_found");
  const change = { store, cause: call, name };
  // The id of the last record in the previous batch; null after the last batch.
  let lastId: number | null = 0;
  while (lastId !== null) {
    const after: number = lastId;
    lastId = await database.transaction(
      (tx) => resources[resource_type].removeTag(tx, { ...change, after }),
      { retryable: true },
    );
  }
  return {};
}
