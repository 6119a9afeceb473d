import type { OperationResponse, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

type CustomerAttribute = OperationResponse<typeof operations.getCustomerAttribute>["customer_attribute"];

/** A custom field of a store's customers. */
export type AttributeDefinition = Pick<
  CustomerAttribute,
  "id" | "key" | "title" | "input_type" | "is_required" | "options"
>;

const statement = defineStatement(
  "customer_attribute_definitions",
  `
    select id, key, title, input_type, is_required, options from customer_attributes where store_id = $1 order by id`,
);

/** Load all custom fields of a store's customers, the oldest first. */
export async function loadAttributeDefinitions(db: Queryable, store: Store): Promise<AttributeDefinition[]> {
  return await db.many<AttributeDefinition>(statement, [store.id]);
}
