import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { readNewAddresses } from "./addresses/read-new-addresses.ts";
import type { AttributeChanges, AttributeValue } from "./attributes/read-values.ts";
import { readSentAttributes } from "./attributes/sent-attributes.ts";
import { emptyCustomer, readCustomerFields, requireSomebody } from "./customer-fields.ts";
import { customerText, seesAttributes } from "./customer-texts.ts";
import type { CustomersWiring } from "./customers-wiring.ts";
import { insertCustomers } from "./insert-customers.ts";
import { latestDay } from "./is-date.ts";
import { countriesOf } from "./store-country.ts";

/**
 * Makes a customer (CUS-1), with addresses and custom fields where they are sent (CUS-3).
 * @throws Refusal scope_missing; invalid naming what is wrong, also an e-mail address, phone or code that another has
 */
export async function createCustomer(
  { facts, clock }: CustomersWiring,
  tx: Transaction,
  call: Call<typeof operations.createCustomer>,
): Promise<JsonText> {
  const { store, body } = call;
  const faults: FieldError[] = [];
  const attributes = await readSentAttributes(tx, call, { faults, isNew: true });
  const countries = await countriesOf(tx, store, body);
  const fields = {
    ...emptyCustomer,
    ...readCustomerFields(body, { countries, today: latestDay(clock), faults }),
  };
  requireSomebody(fields, faults);
  const addresses = readNewAddresses(body.addresses ?? [], faults);
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
  const made = { fields, addresses, attributes: valuesOf(attributes) };
  const [id = 0] = await insertCustomers(tx, store, [made]);
  const text = (await customerText(tx, store, { id, attributes: true })) ?? refuse("not_found");
  await facts.raise(tx, store, call, "customer_created", { customer_id: id, text });
  if (seesAttributes(call)) return recordText("customer", text);
  return recordText("customer", text, { keep: [], drop: ["attributes"] });
}

function valuesOf(changes: AttributeChanges): Map<number, AttributeValue> {
  return new Map([...changes].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])));
}
