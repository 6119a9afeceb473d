import { type FieldError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { loadAttributeDefinitions } from "./load-attribute-definitions.ts";
import { type AttributeChanges, readAttributeValues } from "./read-attribute-values.ts";

interface CustomerCall {
  actor: Actor;
  store: Store;
  body: Pick<OperationBody<typeof operations.updateCustomer>, "attributes">;
}

/**
 * Read the custom fields that are sent with a customer (CUS-3). For a new customer, required custom fields are checked only
 * if the actor has `write_customer_attributes`, because an actor without it could otherwise not create any customer.
 * @throws ApiError `scope_missing` if custom fields are sent without `write_customer_attributes`
 */
export async function readSentAttributes(
  db: Queryable,
  { actor, store, body }: CustomerCall,
  context: { errors: FieldError[]; isNew: boolean },
): Promise<AttributeChanges> {
  const scope = "write_customer_attributes";
  const canWrite = actor.scopes.has(scope);
  if (body.attributes !== undefined && !canWrite) throwApiError("scope_missing", { required_scope: scope });
  if (!canWrite || (body.attributes === undefined && !context.isNew)) return new Map();
  return readAttributeValues(await loadAttributeDefinitions(db, store), body.attributes ?? {}, context);
}
