import type { AnswerOf, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";

type Shown = AnswerOf<typeof operations.getCustomerAttribute>["customer_attribute"];

/** A custom field of the customers of a store. */
export type AttributeDefinition = Pick<
  Shown,
  "id" | "key" | "title" | "input_type" | "is_required" | "options"
>;

const statement = {
  name: "customer_attribute_definitions",
  text: `
    select id, key, title, input_type, is_required, options from customer_attributes where store_id = $1 order by id`,
};

/** All of them, in the order in which they were added. */
export async function attributeDefinitions(run: Queryable, store: Store): Promise<AttributeDefinition[]> {
  return (await run.query<AttributeDefinition>(statement, [store.id])).rows;
}
