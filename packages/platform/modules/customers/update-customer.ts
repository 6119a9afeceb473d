import { type FieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { readSentAttributes } from "./attributes/sent-attributes.ts";
import { writeValues } from "./attributes/write-values.ts";
import { type CustomerFields, customerColumnUses } from "./customer-columns.ts";
import { assertIdentifiable, readCustomerFields } from "./customer-fields.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";
import type { CustomersDeps } from "./customers-deps.ts";
import { latestDay } from "./is-date.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";
import { listPhoneCountries } from "./store-country.ts";
import { writeFields } from "./write-fields.ts";

const lockStatement = defineStatement(
  "customer_fields_lock",
  `
    select ${customerColumnUses.names.map((column) => (column === "birthdate" ? "birthdate::text" : column)).join(", ")}
    from customers where store_id = $1 and id = $2 for no key update`,
);

/**
 * Update the sent fields of a customer (CUS-1), including custom fields (CUS-3); an update without a change publishes
 * nothing.
 * @throws ApiError not_found; scope_missing; invalid naming each invalid field, also a value that another customer
 *   has
 */
export async function updateCustomer(
  { clock }: CustomersDeps,
  tx: Transaction,
  call: Call<typeof operations.updateCustomer>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const errors: FieldError[] = [];
  const locked = await tx.maybeOne<CustomerFields>(lockStatement, [store.id, id]);
  const now = locked ?? throwApiError("not_found");
  const attributes = await readSentAttributes(tx, call, { errors, isNew: false });
  const countries = await listPhoneCountries(tx, store, { country_code: now.country_code, ...body });
  const reading = { countries, today: latestDay(clock), kept: now.country_code, errors };
  const fields = readCustomerFields(body, reading);
  assertIdentifiable({ ...now, ...fields }, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, 20) });
  const others = await writeValues(tx, store, { customer_id: id, changes: attributes });
  if (await writeFields(tx, store, { id, fields, others })) await publishCustomersUpdated(tx, call, [id]);
  const text = await customerText(tx, store, { id, attributes: seesAttributes(call) });
  return recordText("customer", text ?? throwApiError("not_found"));
}
