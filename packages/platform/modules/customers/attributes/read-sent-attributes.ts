import {
  assertAccess,
  type FieldError,
  hasAccess,
  type OperationBody,
  type operations,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { loadAttributeDefinitions } from "./load-attribute-definitions.ts";
import { type AttributeChanges, readAttributeValues } from "./read-attribute-values.ts";

const editAttributesRequirement = {
  scopes: [["write_customer_attributes"]],
  rights: [["customer_attributes.edit"]],
} as const;

interface CustomerCall {
  actor: Actor;
  store: Store;
  body: Pick<OperationBody<typeof operations.updateCustomer>, "attributes">;
}

/**
 * Read the custom fields that are sent with a customer (CUS-3). For a new customer, required custom fields are checked only
 * if the actor may edit custom fields. Otherwise an actor without that permission, who cannot send custom fields, could not
 * create customers in a store with a required custom field.
 * @throws ApiError `scope_missing` or `right_missing` if custom fields are sent by an actor that may not edit them
 */
export async function readSentAttributes(
  db: Queryable,
  { actor, store, body }: CustomerCall,
  context: { errors: FieldError[]; isNew: boolean },
): Promise<AttributeChanges> {
  if (body.attributes !== undefined) assertAccess(editAttributesRequirement, actor);
  const canEdit = hasAccess(editAttributesRequirement, actor);
  if (!canEdit || (body.attributes === undefined && !context.isNew)) return new Map();
  return readAttributeValues(await loadAttributeDefinitions(db, store), body.attributes ?? {}, context);
}
