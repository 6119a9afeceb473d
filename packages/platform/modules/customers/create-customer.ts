import { type FieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { readNewAddresses } from "./addresses/read-new-addresses.ts";
import type { AttributeChanges, AttributeValue } from "./attributes/read-values.ts";
import { readSentAttributes } from "./attributes/sent-attributes.ts";
import { assertIdentifiable, emptyCustomer, readCustomerFields } from "./customer-fields.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";
import type { CustomersDeps } from "./customers-deps.ts";
import { insertCustomers } from "./insert-customers.ts";
import { latestDay } from "./is-date.ts";
import { listPhoneCountries } from "./store-country.ts";

/**
 * Create a customer (CUS-1), with addresses and custom fields where they are sent (CUS-3).
 * @throws ApiError scope_missing; invalid naming each invalid field, also an email address, phone or code that
 *   another customer has
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
    ...readCustomerFields(body, { countries, today: latestDay(clock), errors }),
  };
  assertIdentifiable(fields, errors);
  const addresses = readNewAddresses(body.addresses ?? [], errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, 20) });
  const made = { fields, addresses, attributes: toValues(attributes) };
  const [id = 0] = await insertCustomers(tx, store, [made]);
  const text = (await customerText(tx, store, { id, attributes: true })) ?? throwApiError("not_found");
  await events.publish(tx, call, "customer/create", { id, snapshot: text });
  if (seesAttributes(call)) return recordText("customer", text);
  return recordText("customer", text, { keep: [], drop: ["attributes"] });
}

function toValues(changes: AttributeChanges): Map<number, AttributeValue> {
  return new Map([...changes].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])));
}
