import type { OperationBody, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildTagJson } from "./tag-json.ts";

type ResourceType = OperationBody<typeof operations.createTag>["resource_type"];

/** A tag that at least one record has. */
export interface FoundTag {
  id: number;
  name: string;
  resource_type: ResourceType;
  /** The tag as JSON text. */
  text: string;
}

const buildSelect = (condition: string): string => `
  select r.id, r.name, r.resource_type, ${buildTagJson("$2")} as text
  from (
    select t.*, (
      select coalesce(sum(c.delta), 0)::bigint from tag_counts c
      where c.store_id = $1 and c.resource_type = t.resource_type and c.name = t.name) as count
    from tags t where t.store_id = $1 and ${condition}) r
  where r.count > 0`;

const byIdStatement = defineStatement("tag_by_id", buildSelect("t.id = $3"));
const byNameStatement = defineStatement("tag_by_name", buildSelect("t.resource_type = $3 and t.name = $4"));

/** Load a tag by its id or name. @returns null if it does not exist or no record has it */
export async function findTag(
  db: Queryable,
  store: Store,
  key: { id: number } | { resource_type: ResourceType; name: string },
): Promise<FoundTag | null> {
  const values = "id" in key ? [key.id] : [key.resource_type, key.name];
  const statement = "id" in key ? byIdStatement : byNameStatement;
  const row = await db.maybeOne<FoundTag>(statement, [store.id, store.timezone, ...values]);
  return row ?? null;
}
