import {
  type FieldError,
  maxAddresses,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { lockCustomer, markCustomersChanged } from "../mark-customers.ts";
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

async function countAddresses(
  tx: Transaction,
  storeId: number,
  customerId: number,
): Promise<{ id: number | null; addresses: number }> {
  const row = await tx.one<{ id: number | null; addresses: number }>(oldestText, [storeId, customerId]);
  return row ?? { id: null, addresses: 0 };
}

async function shown(tx: Transaction, { store, params }: OneAddress): Promise<JsonText> {
  const found = (await findAddress(tx, store, params)) ?? throwApiError("not_found");
  return recordText("address", found.text);
}

/** Read the sent fields of an address. @throws ApiError invalid naming country_code */
function readFields(body: AddressInput, kept = ""): Partial<AddressFields> {
  const errors: FieldError[] = [];
  const fields = readAddressFields(body, { kept, errors });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  return fields;
}

/**
 * Add an address to a customer; their first one becomes the default.
 * @throws ApiError not_found; invalid naming country_code, or when the customer has the maximum number
 */
export async function createAddress(tx: Transaction, call: Creation): Promise<JsonText> {
  const { store, params, body } = call;
  const { customer_id } = params;
  if (!(await lockCustomer(tx, store, customer_id))) throwApiError("not_found");
  const { addresses } = await countAddresses(tx, store.id, customer_id);
  if (addresses >= maxAddresses)
    throwFieldError(
      "address",
      "too_many",
      { max: maxAddresses },
      `A customer can have at most ${maxAddresses} addresses.`,
    );
  const fields = { ...emptyAddress, ...readFields(body) };
  const place = { customer_id, id: await insertAddress(tx, store, { customer_id, fields }) };
  if (addresses === 0 || body.is_default === true) await makeDefault(tx, store, place);
  await markCustomersChanged(tx, call, [customer_id]);
  return shown(tx, { store, params: place });
}

/** Update the sent fields of an address. @throws ApiError not_found; invalid naming is_default or country_code */
export async function updateAddress(
  tx: Transaction,
  call: Call<typeof operations.updateCustomerAddress>,
): Promise<JsonText> {
  const { store, params, body } = call;
  if (!(await lockCustomer(tx, store, params.customer_id))) throwApiError("not_found");
  const now = (await findAddress(tx, store, params)) ?? throwApiError("not_found");
  if (now.is_default && body.is_default === false)
    throwFieldError(
      "is_default",
      "not_allowed",
      { allowed: [true] },
      "{field} cannot be set to false. Set another address as default instead.",
    );
  const fields = readFields(body, now.country_code);
  const changed = await changeAddress(tx, store, { ...params, fields });
  const chosen = body.is_default === true && (await makeDefault(tx, store, params));
  if (changed || chosen) await markCustomersChanged(tx, call, [params.customer_id]);
  return shown(tx, call);
}

/** Make an address the customer's primary one. @throws ApiError not_found */
export async function setDefaultAddress(
  tx: Transaction,
  call: Call<typeof operations.setDefaultCustomerAddress>,
): Promise<JsonText> {
  const { store, params } = call;
  if (!(await lockCustomer(tx, store, params.customer_id))) throwApiError("not_found");
  if ((await findAddress(tx, store, params)) === undefined) throwApiError("not_found");
  if (await makeDefault(tx, store, params)) await markCustomersChanged(tx, call, [params.customer_id]);
  return shown(tx, call);
}

/** Delete an address; if it was the default, the oldest of the others becomes it. @throws ApiError not_found */
export async function deleteAddress(
  tx: Transaction,
  call: Call<typeof operations.deleteCustomerAddress>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { customer_id } = params;
  if (!(await lockCustomer(tx, store, customer_id))) throwApiError("not_found");
  const now = (await findAddress(tx, store, params)) ?? throwApiError("not_found");
  await tx.query("delete from customer_addresses where store_id = $1 and customer_id = $2 and id = $3", [
    store.id,
    customer_id,
    params.id,
  ]);
  const { id } = await countAddresses(tx, store.id, customer_id);
  if (now.is_default && id !== null) await makeDefault(tx, store, { customer_id, id });
  await markCustomersChanged(tx, call, [customer_id]);
  return {};
}
