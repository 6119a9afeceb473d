import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type CustomerFields, customerColumnFunctions } from "./customer-columns.ts";
import { convertUniqueViolation } from "./unique-violation.ts";

const { listColumns } = customerColumnFunctions;

// `$3` contains just the sent fields. A sent null sets the column to null, and an absent field leaves its column unchanged.
const changeStatement = defineStatement(
  "customer_change",
  `
    update customers r set (${listColumns()}) = (
        select ${listColumns("input")} from jsonb_populate_record(r, $3::jsonb) input),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2 and ($4::boolean or exists (
      select from jsonb_populate_record(r, $3::jsonb) input
      where (${listColumns("input")}) is distinct from (${listColumns("r")})))`,
);

/**
 * Update the columns of a customer if a value differs or if related records changed. The caller has locked the customer.
 * @param hasRelatedChanges whether the customer's address or custom fields changed; if so, `updated_at` is always set
 * @returns whether the customer has changed
 * @throws ApiError `invalid` for an email, phone or code that another customer has
 */
export async function writeCustomerFields(
  tx: Transaction,
  store: Store,
  {
    id,
    fields,
    hasRelatedChanges,
  }: { id: number; fields: Partial<CustomerFields>; hasRelatedChanges: boolean },
): Promise<boolean> {
  const values = [store.id, id, JSON.stringify(fields), hasRelatedChanges];
  return (await convertUniqueViolation(fields, tx.query(changeStatement, values))).rowCount > 0;
}
