import type { OperationBody, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildTagJson } from "./tag-json.ts";

type ResourceType = OperationBody<typeof operations.createTag>["resource_type"];

/** A tag in use. */
export interface FoundTag {
  id: number;
  name: string;
  resource_type: ResourceType;
  /** The tag as JSON text. */
  text: string;
}

const createStatement = (name: string, condition: string) => ({
  name,
  text: `
    select r.id, r.name, r.resource_type, ${buildTagJson("$2")} as text
    from (
      select t.*, (
        select coalesce(sum(c.delta), 0)::bigint from tag_counts c
        where c.store_id = $1 and c.resource_type = t.resource_type and c.name = t.name) as count
      from tags t where t.store_id = $1 and ${condition}) r
    where r.count > 0`,
});

const byId = createStatement("tag_by_id", "t.id = $3");
const byName = createStatement("tag_by_name", "t.resource_type = $3 and t.name = $4");

/** Load a tag that at least one record has. @returns null if there is none */
export async function findTag(
  db: Queryable,
  store: Store,
  key: { id: number } | { resource_type: ResourceType; name: string },
): Promise<FoundTag | null> {
  const values = "id" in key ? [key.id] : [key.resource_type, key.name];
  const row = await db.maybeOne<FoundTag>("id" in key ? byId : byName, [store.id, store.timezone, ...values]);
  return row ?? null;
}
