import { laterThan, type Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type CustomerFields, customerColumns } from "./customer-fields.ts";
import { takenOr } from "./taken-field.ts";

const list = (of: string) => customerColumns.map((column) => `${of}.${column}`).join(", ");

// What was not sent is left out of `$3`, so that null can be said.
const changeStatement = {
  name: "customer_change",
  text: `
    update customers r set (${customerColumns.join(", ")}) = (
        select ${list("asked")} from jsonb_populate_record(r, $3::jsonb) asked),
      updated_at = ${laterThan("r.updated_at")}
    where r.store_id = $1 and r.id = $2 and ($4::boolean or exists (
      select from jsonb_populate_record(r, $3::jsonb) asked where (${list("asked")}) is distinct from (${list("r")})))`,
};

/**
 * Writes what differs of a customer, whose row is locked.
 * @param others whether something beside the fields has changed, so that the customer has in any case
 * @returns whether the customer has changed
 * @throws Refusal invalid naming what another customer has
 */
export async function writeFields(
  tx: Transaction,
  store: Store,
  { id, fields, others }: { id: number; fields: Partial<CustomerFields>; others: boolean },
): Promise<boolean> {
  const values = [store.id, id, JSON.stringify(fields), others];
  return (await takenOr(fields, tx.query(changeStatement, values))).rowCount > 0;
}
