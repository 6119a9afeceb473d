import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { AttributeChanges } from "./read-attribute-values.ts";

const setStatement = defineStatement(
  "customer_attribute_values_set",
  `
    insert into customer_attribute_values as r (store_id, customer_id, attribute_id, value)
    select $1, $2, v.attribute_id, v.value from jsonb_to_recordset($3::jsonb) as v (attribute_id bigint, value jsonb)
    order by v.attribute_id
    on conflict (store_id, customer_id, attribute_id) do update set value = excluded.value
      where r.value is distinct from excluded.value`,
);

const removeStatement = defineStatement(
  "customer_attribute_values_remove",
  `
    delete from customer_attribute_values where store_id = $1 and customer_id = $2 and attribute_id = any($3::bigint[])`,
);

/** Set and remove values of a customer's custom fields. The caller has locked the customer. @returns whether any value changed */
export async function writeAttributeValues(
  tx: Transaction,
  store: Store,
  { customer_id, changes }: { customer_id: number; changes: AttributeChanges },
): Promise<boolean> {
  if (changes.size === 0) return false;
  const setChanges = [...changes].filter(([, value]) => value !== null);
  const removedIds = [...changes].filter(([, value]) => value === null).map(([id]) => id);
  const rows = JSON.stringify(setChanges.map(([attribute_id, value]) => ({ attribute_id, value })));
  const setResult = await tx.query(setStatement, [store.id, customer_id, rows]);
  const deleteResult = await tx.query(removeStatement, [store.id, customer_id, removedIds]);
  return setResult.rowCount > 0 || deleteResult.rowCount > 0;
}
