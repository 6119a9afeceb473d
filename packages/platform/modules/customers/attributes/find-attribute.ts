import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { AttributeDefinition } from "./load-attribute-definitions.ts";

/**
 * Build the SQL expression for the JSON text of a custom field, whose row has the alias `r` in the query.
 * @param zone the placeholder of the store's time zone
 */
export function buildAttributeJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.key, r.title, r.input_type, r.is_required, r.options,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}

const selectSql = `
  select r.id, r.key, r.title, r.input_type, r.is_required, r.options, ${buildAttributeJson("$3")} as text
  from customer_attributes r where r.store_id = $1 and r.id = $2`;

/** A custom field with its JSON text. */
export type FoundAttribute = AttributeDefinition & { text: string };

const findStatement = defineStatement("customer_attribute", selectSql);

/** Load a custom field with its JSON text, or return undefined if it does not exist. */
export async function findAttribute(
  db: Queryable,
  store: Store,
  id: number,
): Promise<FoundAttribute | undefined> {
  return await db.maybeOne<FoundAttribute>(findStatement, [store.id, id, store.timezone]);
}

const lockStatement = defineStatement("customer_attribute_lock", `${selectSql} for update`);

/** Load a custom field with its JSON text and lock it until the transaction ends, or return undefined if it does not exist. */
export async function lockAttribute(
  db: Queryable,
  store: Store,
  id: number,
): Promise<FoundAttribute | undefined> {
  return await db.maybeOne<FoundAttribute>(lockStatement, [store.id, id, store.timezone]);
}
