import { type FieldError, mostAddresses, type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { lockCustomer, markChanged } from "../mark-customers.ts";
import { type AddressFields, type AddressInput, emptyAddress, readAddressFields } from "./address-fields.ts";
import {
  type AddressPlace,
  changeAddress,
  findAddress,
  insertAddress,
  makeDefault,
} from "./address-store.ts";

type Creation = Call<typeof operations.createCustomerAddress>;

interface OneAddress {
  store: Store;
  params: AddressPlace;
}

const oldestText = `
  select min(id) as id, count(*) as addresses from customer_addresses where store_id = $1 and customer_id = $2`;

async function addressesOf(
  tx: Transaction,
  storeId: number,
  customerId: number,
): Promise<{ id: number | null; addresses: number }> {
  const { rows } = await tx.query<{ id: number | null; addresses: number }>(oldestText, [
    storeId,
    customerId,
  ]);
  return rows[0] ?? { id: null, addresses: 0 };
}

async function shown(tx: Transaction, { store, params }: OneAddress): Promise<JsonText> {
  const found = (await findAddress(tx, store, params)) ?? refuse("not_found");
  return recordText("address", found.text);
}

/** @throws Refusal invalid naming country_code */
function fieldsOf(body: AddressInput, kept = ""): Partial<AddressFields> {
  const faults: FieldError[] = [];
  const fields = readAddressFields(body, { kept, faults });
  if (faults.length > 0) refuse("invalid", { fields: faults });
  return fields;
}

/**
 * Adds an address to a customer; their first one is the default one.
 * @throws Refusal not_found; invalid naming country_code, or when they have as many as one may
 */
export async function createAddress(facts: FactRegistry, tx: Transaction, call: Creation): Promise<JsonText> {
  const { store, params, body } = call;
  const { customer_id } = params;
  if (!(await lockCustomer(tx, store, customer_id))) refuse("not_found");
  const { addresses } = await addressesOf(tx, store.id, customer_id);
  if (addresses >= mostAddresses)
    refuseField("address", `is one too many: a customer has at most ${mostAddresses}, and this one has them`);
  const fields = { ...emptyAddress, ...fieldsOf(body) };
  const place = { customer_id, id: await insertAddress(tx, store, { customer_id, fields }) };
  if (addresses === 0 || body.is_default === true) await makeDefault(tx, store, place);
  await markChanged(facts, tx, { store, cause: call, ids: [customer_id] });
  return shown(tx, { store, params: place });
}

/** Changes what is sent of an address. @throws Refusal not_found; invalid naming is_default or country_code */
export async function updateAddress(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.updateCustomerAddress>,
): Promise<JsonText> {
  const { store, params, body } = call;
  if (!(await lockCustomer(tx, store, params.customer_id))) refuse("not_found");
  const now = (await findAddress(tx, store, params)) ?? refuse("not_found");
  if (now.is_default && body.is_default === false)
    refuseField("is_default", "must stay true for the default address; make another one default instead");
  const fields = fieldsOf(body, now.country_code);
  const changed = await changeAddress(tx, store, { ...params, fields });
  const chosen = body.is_default === true && (await makeDefault(tx, store, params));
  if (changed || chosen) await markChanged(facts, tx, { store, cause: call, ids: [params.customer_id] });
  return shown(tx, call);
}

/** Makes an address the customer's primary one. @throws Refusal not_found */
export async function setDefaultAddress(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.setDefaultCustomerAddress>,
): Promise<JsonText> {
  const { store, params } = call;
  if (!(await lockCustomer(tx, store, params.customer_id))) refuse("not_found");
  if ((await findAddress(tx, store, params)) === undefined) refuse("not_found");
  if (await makeDefault(tx, store, params))
    await markChanged(facts, tx, { store, cause: call, ids: [params.customer_id] });
  return shown(tx, call);
}

/** Removes an address; of those that are left the oldest becomes the default one, if this was it. @throws Refusal not_found */
export async function deleteAddress(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteCustomerAddress>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { customer_id } = params;
  if (!(await lockCustomer(tx, store, customer_id))) refuse("not_found");
  const now = (await findAddress(tx, store, params)) ?? refuse("not_found");
  await tx.query("delete from customer_addresses where store_id = $1 and customer_id = $2 and id = $3", [
    store.id,
    customer_id,
    params.id,
  ]);
  const { id } = await addressesOf(tx, store.id, customer_id);
  if (now.is_default && id !== null) await makeDefault(tx, store, { customer_id, id });
  await markChanged(facts, tx, { store, cause: call, ids: [customer_id] });
  return {};
}
