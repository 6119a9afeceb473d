import { type FieldError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { attributeDefinitions } from "./definitions.ts";
import { type AttributeChanges, readValues } from "./read-values.ts";

interface Sender {
  actor: Actor;
  store: Store;
  body: Pick<OperationBody<typeof operations.updateCustomer>, "attributes">;
}

/**
 * Read the custom fields that are sent with a customer (CUS-3). Required fields of a new customer are checked only
 * for actors who may write them: others could not create any customer.
 * @throws ApiError scope_missing when they are sent without write_customer_attributes
 */
export async function readSentAttributes(
  db: Queryable,
  { actor, store, body }: Sender,
  reading: { errors: FieldError[]; isNew: boolean },
): Promise<AttributeChanges> {
  const scope = "write_customer_attributes";
  const may = actor.scopes.has(scope);
  if (body.attributes !== undefined && !may) throwApiError("scope_missing", { required_scope: scope });
  if (!may || (body.attributes === undefined && !reading.isNew)) return new Map();
  return readValues(await attributeDefinitions(db, store), body.attributes ?? {}, reading);
}
