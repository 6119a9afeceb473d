import { type BodyOf, type FieldError, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { attributeDefinitions } from "./definitions.ts";
import { type AttributeChanges, readValues } from "./read-values.ts";

interface Sender {
  actor: Actor;
  store: Store;
  body: Pick<BodyOf<typeof operations.updateCustomer>, "attributes">;
}

/**
 * Reads the custom fields that are sent with a customer (CUS-3). What is required is asked of a new customer of whoever may
 * write it: others could not make any.
 * @throws Refusal scope_missing when they are sent without write_customer_attributes
 */
export async function readSentAttributes(
  run: Queryable,
  { actor, store, body }: Sender,
  reading: { faults: FieldError[]; isNew: boolean },
): Promise<AttributeChanges> {
  const scope = "write_customer_attributes";
  const may = actor.scopes.has(scope);
  if (body.attributes !== undefined && !may) refuse("scope_missing", { required_scope: scope });
  if (!may || (body.attributes === undefined && !reading.isNew)) return new Map();
  return readValues(await attributeDefinitions(run, store), body.attributes ?? {}, reading);
}
