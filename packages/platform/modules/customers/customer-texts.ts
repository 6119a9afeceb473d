import { getCurrencyExponent, hasAccess } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildCustomerJson } from "./customer-json.ts";

const createStatement = (name: string, hasAttributes: boolean) =>
  defineStatement(
    name,
    `
    select r.id, ${buildCustomerJson({ zone: "$3", exponent: "$4", hasAttributes })} as text from customers r
    where r.store_id = $1 and r.id = ${buildAnyIds("$2")}`,
  );

const textsStatement = createStatement("customers_whole", true);
const withoutAttributesStatement = createStatement("customers_without_attributes", false);

const viewAttributesRequirement = {
  scopes: [["read_customer_attributes"]],
  rights: [["customer_attributes.view"]],
} as const;

/** Return whether an actor may see custom fields (CUS-3). */
export function canReadAttributes({ actor }: { actor: Actor }): boolean {
  // guard fields-shown: with `actor.kind !== "system"` instead of `hasAccess(viewAttributesRequirement, actor)`, attributes.test.ts fails at `CUS-3: without`
  return hasAccess(viewAttributesRequirement, actor);
}

/** Load the JSON texts of customers by id; unknown ids have no entry. @param hasAttributes whether to include custom fields */
export async function loadCustomerTexts(
  db: Queryable,
  store: Store,
  { ids, hasAttributes }: { ids: readonly number[]; hasAttributes: boolean },
): Promise<Map<number, string>> {
  const values = [store.id, [...ids], store.timezone, getCurrencyExponent(store.currency_code)];
  const rows = await db.many<{ id: number; text: string }>(
    hasAttributes ? textsStatement : withoutAttributesStatement,
    values,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Load the JSON text of a customer, or return undefined if the customer does not exist. */
export async function loadCustomerText(
  db: Queryable,
  store: Store,
  { id, hasAttributes }: { id: number; hasAttributes: boolean },
): Promise<string | undefined> {
  return (await loadCustomerTexts(db, store, { ids: [id], hasAttributes })).get(id);
}
