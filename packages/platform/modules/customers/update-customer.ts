import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { readSentAttributes } from "./attributes/sent-attributes.ts";
import { writeValues } from "./attributes/write-values.ts";
import {
  type CustomerFields,
  customerColumns,
  readCustomerFields,
  requireSomebody,
} from "./customer-fields.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";
import type { CustomersWiring } from "./customers-wiring.ts";
import { latestDay } from "./is-date.ts";
import { tellChanged } from "./mark-customers.ts";
import { countriesOf } from "./store-country.ts";
import { writeFields } from "./write-fields.ts";

const lockStatement = {
  name: "customer_fields_lock",
  text: `
    select ${customerColumns.map((column) => (column === "birthdate" ? "birthdate::text" : column)).join(", ")}
    from customers where store_id = $1 and id = $2 for no key update`,
};

/**
 * Changes what is sent of a customer (CUS-1), custom fields among it (CUS-3); what is as asked already sends nothing.
 * @throws Refusal not_found; scope_missing; invalid naming what is wrong, also what another customer has
 */
export async function updateCustomer(
  { facts, clock }: CustomersWiring,
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
  const reading = { countries, today: latestDay(clock), kept: now.country_code, faults };
  const fields = readCustomerFields(body, reading);
  requireSomebody({ ...now, ...fields }, faults);
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
  const others = await writeValues(tx, store, { customer_id: id, changes: attributes });
  if (await writeFields(tx, store, { id, fields, others }))
    await tellChanged(facts, tx, { store, cause: call, ids: [id] });
  const text = await customerText(tx, store, { id, attributes: seesAttributes(call) });
  return recordText("customer", text ?? refuse("not_found"));
}
