import { type operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { findTag } from "./find-tag.ts";
import type { TaggedResources } from "./tagged-resource.ts";

/**
 * Remove a tag from every record that has it, and publish each by its topic. Many records are changed in batches,
 * each with its events in a transaction of its own, so that no sale waits for all of them. An interrupted deletion
 * continues when it is requested again.
 * @throws ApiError not_found
 */
export async function deleteTag(
  resources: TaggedResources,
  database: Database,
  call: Call<typeof operations.deleteTag>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { name, resource_type } =
    (await findTag(database, store, { id: params.id })) ?? throwApiError("not_found");
  const change = { store, cause: call, name };
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await database.transaction(
      (tx) => resources[resource_type].takeAway(tx, { ...change, after: from }),
      { repeatable: true },
    );
  }
  return {};
}
