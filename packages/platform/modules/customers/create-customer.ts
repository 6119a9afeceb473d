import { type FieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { readNewAddresses } from "./addresses/read-new-addresses.ts";
import type { AttributeChanges, AttributeValue } from "./attributes/read-attribute-values.ts";
import { readSentAttributes } from "./attributes/read-sent-attributes.ts";
import { addErrorIfUnidentifiable, emptyCustomer, readCustomerFields } from "./customer-fields.ts";
import { canReadAttributes, loadCustomerText } from "./customer-texts.ts";
import type { CustomersDeps } from "./customers-deps.ts";
import { insertCustomers } from "./insert-customers.ts";
import { getLatestDateAnywhere } from "./is-date.ts";
import { listPhoneCountries } from "./store-country.ts";

/** The maximum number of invalid fields in an error. */
const maxErrors = 20;

/**
 * Create a customer (CUS-1) with the sent addresses and custom fields (CUS-3), and publish `customer/create`.
 * @throws ApiError `scope_missing`; `invalid` for each invalid field, and for an email, phone or code that another customer has
 */
export async function createCustomer(
  { clock }: CustomersDeps,
  tx: Transaction,
  call: Call<typeof operations.createCustomer>,
): Promise<JsonText> {
  const { store, body } = call;
  const errors: FieldError[] = [];
  const attributes = await readSentAttributes(tx, call, { errors, isNew: true });
  const countries = await listPhoneCountries(tx, store, body);
  const fields = {
    ...emptyCustomer,
    ...readCustomerFields(body, { countries, latestDate: getLatestDateAnywhere(clock), errors }),
  };
  addErrorIfUnidentifiable(fields, errors);
  const addresses = readNewAddresses(body.addresses ?? [], errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  const customer = { fields, addresses, attributes: removeNulls(attributes) };
  const [id = 0] = await insertCustomers(tx, store, [customer]);
  const text = (await loadCustomerText(tx, store, { id, hasAttributes: true })) ?? throwApiError("not_found");
  await events.publish(tx, call, "customer/create", { id, snapshot: text });
  if (canReadAttributes(call)) return wrapRecord("customer", text);
  return wrapRecord("customer", text, { keep: [], drop: ["attributes"] });
}

function removeNulls(changes: AttributeChanges): Map<number, AttributeValue> {
  return new Map([...changes].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])));
}
