import { currencyExponent } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Actor } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { customerJson } from "./customer-json.ts";

const statement = (name: string, attributes: boolean) => ({
  name,
  text: `
    select r.id, ${customerJson({ zone: "$3", exponent: "$4", attributes })} as text from customers r
    where r.store_id = $1 and r.id = ${anyOf("$2")}`,
});

const whole = statement("customers_whole", true);
const withoutAttributes = statement("customers_without_attributes", false);

/** Whether somebody is shown custom fields (CUS-3). */
export function seesAttributes({ actor }: { actor: Actor }): boolean {
  return actor.scopes.has("read_customer_attributes");
}

/** The JSON texts of customers by id; one that is not there has no entry. @param attributes with their custom fields */
export async function customerTexts(
  run: Queryable,
  store: Store,
  { ids, attributes }: { ids: readonly number[]; attributes: boolean },
): Promise<Map<number, string>> {
  const values = [store.id, [...ids], store.timezone, currencyExponent(store.currency_code)];
  const { rows } = await run.query<{ id: number; text: string }>(
    attributes ? whole : withoutAttributes,
    values,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** The same of one customer; undefined when they are not there. */
export async function customerText(
  run: Queryable,
  store: Store,
  { id, attributes }: { id: number; attributes: boolean },
): Promise<string | undefined> {
  return (await customerTexts(run, store, { ids: [id], attributes })).get(id);
}
