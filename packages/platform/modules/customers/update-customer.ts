import { type FieldError, type operations, refuse } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { readSentAttributes } from "./attributes/sent-attributes.ts";
import { writeValues } from "./attributes/write-values.ts";
import {
  type CustomerFields,
  customerColumns,
  readCustomerFields,
  requireSomebody,
} from "./customer-fields.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";
import { tellChanged } from "./mark-customers.ts";
import { countriesOf } from "./store-country.ts";
import { takenOr } from "./taken-field.ts";

const lockStatement = {
  name: "customer_fields_lock",
  text: `
    select ${customerColumns.map((column) => (column === "birthdate" ? "birthdate::text" : column)).join(", ")}
    from customers where store_id = $1 and id = $2 for no key update`,
};

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
 * Changes what is sent of a customer (CUS-1), custom fields among it (CUS-3); what is as asked already sends nothing.
 * @throws Refusal not_found; scope_missing; invalid naming what is wrong, also what another customer has
 */
export async function updateCustomer(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.updateCustomer>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const faults: FieldError[] = [];
  const locked = await tx.query<CustomerFields>(lockStatement, [store.id, id]);
  const now = locked.rows[0] ?? refuse("not_found");
  const attributes = await readSentAttributes(tx, call, { faults, isNew: false });
  const countries = await countriesOf(tx, store, { country_code: now.country_code, ...body });
  const fields = readCustomerFields(body, { countries, faults });
  requireSomebody({ ...now, ...fields }, faults);
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
  const others = await writeValues(tx, store, { customer_id: id, changes: attributes });
  if (await writeFields(tx, store, { id, fields, others }))
    await tellChanged(facts, tx, { store, cause: call, ids: [id] });
  const text = await customerText(tx, store, { id, attributes: seesAttributes(call) });
  return recordText("customer", text ?? refuse("not_found"));
}

/** @param others whether something beside the fields has changed, so that the customer has in any case */
async function writeFields(
  tx: Transaction,
  store: Store,
  { id, fields, others }: { id: number; fields: Partial<CustomerFields>; others: boolean },
): Promise<boolean> {
  const values = [store.id, id, JSON.stringify(fields), others];
  return (await takenOr(fields, tx.query(changeStatement, values))).rowCount > 0;
}
