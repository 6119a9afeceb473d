import type { OperationResponse, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

type Shown = OperationResponse<typeof operations.getCustomerAttribute>["customer_attribute"];

/** A custom field of the customers of a store. */
export type AttributeDefinition = Pick<
  Shown,
  "id" | "key" | "title" | "input_type" | "is_required" | "options"
>;

const statement = defineStatement(
  "customer_attribute_definitions",
  `
    select id, key, title, input_type, is_required, options from customer_attributes where store_id = $1 order by id`,
);

/** Load all custom fields, in the order in which they were added. */
export async function attributeDefinitions(db: Queryable, store: Store): Promise<AttributeDefinition[]> {
  return await db.many<AttributeDefinition>(statement, [store.id]);
}
