import {
  type FieldError,
  maxAddresses,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { lockCustomer, markCustomersChanged } from "../mark-customers.ts";
import { type AddressFields, type AddressInput, emptyAddress, readAddressFields } from "./address-fields.ts";
import {
  type AddressIds,
  findAddress,
  insertAddress,
  makeDefault,
  writeAddressFields,
} from "./address-store.ts";

type CreateCall = Call<typeof operations.createCustomerAddress>;

interface AddressCall {
  store: Store;
  params: AddressIds;
}

interface AddressSummary {
  /** The id of the customer's oldest address; null if the customer has no address. */
  oldest_id: number | null;
  count: number;
}

const summaryText = `
  select min(id) as oldest_id, count(*) as count from customer_addresses where store_id = $1 and customer_id = $2`;

async function summarizeAddresses(
  tx: Transaction,
  storeId: number,
  customerId: number,
): Promise<AddressSummary> {
  const summary = await tx.one<AddressSummary>(summaryText, [storeId, customerId]);
  return summary ?? { oldest_id: null, count: 0 };
}

/** Load an address and build the response that contains it. @throws ApiError `not_found` */
async function buildResponse(tx: Transaction, { store, params }: AddressCall): Promise<JsonText> {
  const address = (await findAddress(tx, store, params)) ?? throwApiError("not_found");
  return wrapRecord("address", address.text);
}

/** Read the sent fields of an address. @throws ApiError `invalid` for `country_code` */
function readFields(body: AddressInput, currentCountryCode = ""): Partial<AddressFields> {
  const errors: FieldError[] = [];
  const fields = readAddressFields(body, { currentCode: currentCountryCode, errors });
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  return fields;
}

/**
 * Add an address to a customer. It becomes the default if it is the customer's first address or has `is_default`.
 * @throws ApiError `not_found`; `invalid` for `country_code`, or if the customer has the maximum number of addresses
 */
export async function createAddress(tx: Transaction, call: CreateCall): Promise<JsonText> {
  const { store, params, body } = call;
  const { customer_id } = params;
  if (!(await lockCustomer(tx, store, customer_id))) throwApiError("not_found");
  const { count } = await summarizeAddresses(tx, store.id, customer_id);
  if (count >= maxAddresses)
    throwFieldError(
      "address",
      "too_many",
      { max: maxAddresses },
      `A customer can have at most ${maxAddresses} addresses.`,
    );
  const fields = { ...emptyAddress, ...readFields(body) };
  const ids = { customer_id, id: await insertAddress(tx, store, { customer_id, fields }) };
  if (count === 0 || body.is_default === true) await makeDefault(tx, store, ids);
  await markCustomersChanged(tx, call, [customer_id]);
  return buildResponse(tx, { store, params: ids });
}

/** Update the sent fields of an address. @throws ApiError `not_found`; `invalid` for `is_default` or `country_code` */
export async function updateAddress(
  tx: Transaction,
  call: Call<typeof operations.updateCustomerAddress>,
): Promise<JsonText> {
  const { store, params, body } = call;
  if (!(await lockCustomer(tx, store, params.customer_id))) throwApiError("not_found");
  const currentAddress = (await findAddress(tx, store, params)) ?? throwApiError("not_found");
  if (currentAddress.is_default && body.is_default === false)
    throwFieldError(
      "is_default",
      "not_allowed",
      { allowed: [true] },
      "{field} cannot be set to false. Set another address as default instead.",
    );
  const fields = readFields(body, currentAddress.country_code);
  const hasFieldChanges = await writeAddressFields(tx, store, { ...params, fields });
  const hasNewDefault = body.is_default === true && (await makeDefault(tx, store, params));
  if (hasFieldChanges || hasNewDefault) await markCustomersChanged(tx, call, [params.customer_id]);
  return buildResponse(tx, call);
}

/** Make an address the customer's default address. @throws ApiError `not_found` */
export async function setDefaultAddress(
  tx: Transaction,
  call: Call<typeof operations.setDefaultCustomerAddress>,
): Promise<JsonText> {
  const { store, params } = call;
  if (!(await lockCustomer(tx, store, params.customer_id))) throwApiError("not_found");
  if ((await findAddress(tx, store, params)) === undefined) throwApiError("not_found");
  if (await makeDefault(tx, store, params)) await markCustomersChanged(tx, call, [params.customer_id]);
  return buildResponse(tx, call);
}

/**
 * Delete an address. If it was the default, the customer's oldest remaining address becomes the default.
 * @throws ApiError `not_found`
 */
export async function deleteAddress(
  tx: Transaction,
  call: Call<typeof operations.deleteCustomerAddress>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  const { customer_id } = params;
  if (!(await lockCustomer(tx, store, customer_id))) throwApiError("not_found");
  const address = (await findAddress(tx, store, params)) ?? throwApiError("not_found");
  await tx.query("delete from customer_addresses where store_id = $1 and customer_id = $2 and id = $3", [
    store.id,
    customer_id,
    params.id,
  ]);
  const { oldest_id } = await summarizeAddresses(tx, store.id, customer_id);
  if (address.is_default && oldest_id !== null) await makeDefault(tx, store, { customer_id, id: oldest_id });
  await markCustomersChanged(tx, call, [customer_id]);
  return {};
}
