import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type CustomerFields, customerColumnUses } from "./customer-columns.ts";
import { takenOr } from "./taken-field.ts";

const { list } = customerColumnUses;

// What was not sent is left out of `$3`, so that null can be said.
const changeStatement = defineStatement(
  "customer_change",
  `
    update customers r set (${list()}) = (
        select ${list("asked")} from jsonb_populate_record(r, $3::jsonb) asked),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2 and ($4::boolean or exists (
      select from jsonb_populate_record(r, $3::jsonb) asked where (${list("asked")}) is distinct from (${list("r")})))`,
);

/**
 * Write the changed fields of a customer whose row is locked.
 * @param others whether something beside the fields has changed, so that the customer has in any case
 * @returns whether the customer has changed
 * @throws ApiError invalid naming a value that another customer has
 */
export async function writeFields(
  tx: Transaction,
  store: Store,
  { id, fields, others }: { id: number; fields: Partial<CustomerFields>; others: boolean },
): Promise<boolean> {
  const values = [store.id, id, JSON.stringify(fields), others];
  return (await takenOr(fields, tx.query(changeStatement, values))).rowCount > 0;
}
