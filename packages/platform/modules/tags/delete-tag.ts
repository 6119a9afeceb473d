import { type operations, refuse } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { findTag } from "./find-tag.ts";
import type { TaggedResources } from "./tagged-resource.ts";

/**
 * Takes a tag from everything that bears it; each record is told by its topic. Many records are changed a part at a time, each
 * part with its events in a transaction of its own: nobody who sells one of them waits for all. What is broken off goes on
 * when it is asked again.
 * @throws Refusal not_found
 */
export async function deleteTag(
  resources: TaggedResources,
  database: Database,
  call: Call<typeof operations.deleteTag>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { name, resource_type } = (await findTag(database, store, { id: params.id })) ?? refuse("not_found");
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
