import { type FieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { readSentAttributes } from "./attributes/read-sent-attributes.ts";
import { writeAttributeValues } from "./attributes/write-attribute-values.ts";
import { type CustomerFields, customerColumnFunctions } from "./customer-columns.ts";
import { addErrorIfUnidentifiable, readCustomerFields } from "./customer-fields.ts";
import { canReadAttributes, loadCustomerText } from "./customer-texts.ts";
import type { CustomersDeps } from "./customers-deps.ts";
import { getLatestDateAnywhere } from "./is-date.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";
import { listPhoneCountries } from "./store-country.ts";
import { writeCustomerFields } from "./write-fields.ts";

/** The maximum number of invalid fields in an error. */
const maxErrors = 20;

const lockStatement = defineStatement(
  "customer_fields_lock",
  `
    select ${customerColumnFunctions.names.map((column) => (column === "birthdate" ? "birthdate::text" : column)).join(", ")}
    from customers where store_id = $1 and id = $2 for no key update`,
);

/**
 * Update the sent fields of a customer (CUS-1), including custom fields (CUS-3). If nothing changes, no event is published.
 * @throws ApiError `not_found`; `scope_missing`; `invalid` for each invalid field, and for an email, phone or code that another
 *   customer has
 */
export async function updateCustomer(
  { clock }: CustomersDeps,
  tx: Transaction,
  call: Call<typeof operations.updateCustomer>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id } = params;
  const errors: FieldError[] = [];
  const currentFields =
    (await tx.maybeOne<CustomerFields>(lockStatement, [store.id, id])) ?? throwApiError("not_found");
  const attributes = await readSentAttributes(tx, call, { errors, isNew: false });
  const currentCountryCode = currentFields.country_code;
  const countries = await listPhoneCountries(tx, store, { country_code: currentCountryCode, ...body });
  const context = { countries, latestDate: getLatestDateAnywhere(clock), currentCountryCode, errors };
  const fields = readCustomerFields(body, context);
  addErrorIfUnidentifiable({ ...currentFields, ...fields }, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  const hasRelatedChanges = await writeAttributeValues(tx, store, { customer_id: id, changes: attributes });
  if (await writeCustomerFields(tx, store, { id, fields, hasRelatedChanges }))
    await publishCustomersUpdated(tx, call, [id]);
  const text = await loadCustomerText(tx, store, { id, hasAttributes: canReadAttributes(call) });
  return wrapRecord("customer", text ?? throwApiError("not_found"));
}
