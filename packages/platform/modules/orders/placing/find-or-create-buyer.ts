import { ApiError, type FieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import {
  type CustomerFields,
  emptyCustomer,
  findCustomersByKeys,
  getLatestDateAnywhere,
  insertCustomers,
  loadStoreCountry,
  readCustomerFields,
} from "../../customers/index.ts";
import type { PlacingDeps } from "./placing-deps.ts";

type CreateCall = Call<typeof operations.createOrder>;

/** The customer of an order that is sent without a customer id. */
export interface OrderBuyer {
  /** Null if no name, email or phone was sent. */
  customerId: number | null;
  /** The sent name and contact as they are stored; a field is empty if it was not sent. */
  sentContact: Pick<CustomerFields, "first_name" | "last_name" | "email" | "phone">;
}

const lockStatement = defineStatement(
  "order_buyer_lock",
  `
    select pg_advisory_xact_lock(hashtextextended('order buyer ' || $1::bigint || ' ' || key, 0))
    from unnest($2::text[]) as key`,
);

const prefixErrors = (fields: readonly FieldError[] = []): FieldError[] =>
  fields.map((error) => ({ ...error, path: `customer.${error.path}` }));

async function readFields(
  deps: PlacingDeps,
  tx: Transaction,
  { store, body }: CreateCall,
): Promise<CustomerFields> {
  const { first_name, last_name, email, phone } = body.customer ?? {};
  const errors: FieldError[] = [];
  const countries = [body.shipping_address?.country_code ?? "", await loadStoreCountry(tx, store)];
  const sentFields = Object.fromEntries(
    Object.entries({ first_name, last_name, email, phone }).filter(([, value]) => value !== undefined),
  );
  const fields = readCustomerFields(sentFields, {
    countries,
    latestDate: getLatestDateAnywhere(deps.clock),
    errors,
  });
  if (errors.length > 0) throwApiError("invalid", { fields: prefixErrors(errors) });
  return { ...emptyCustomer, ...fields };
}

const listUnlessEmpty = (value: string) => (value === "" ? [] : [value]);

/** Find the id of an existing customer by email address, or otherwise by phone number. */
async function findCustomer(
  tx: Transaction,
  { store }: CreateCall,
  { email, phone }: CustomerFields,
): Promise<number | null> {
  const emails = listUnlessEmpty(email.toLowerCase());
  const candidates = await findCustomersByKeys(tx, store, {
    codes: [],
    emails,
    phones: listUnlessEmpty(phone),
  });
  const match =
    candidates.find((customer) => customer.email !== "" && emails.includes(customer.email)) ?? candidates[0];
  return match?.id ?? null;
}

// Other code creates customers without the lock of `findOrCreateBuyer`. If other code created the customer meanwhile, use
// that customer.
async function createCustomer(tx: Transaction, call: CreateCall, fields: CustomerFields) {
  await tx.query("savepoint create_customer");
  try {
    const [id = 0] = await insertCustomers(tx, call.store, [
      { fields, addresses: [], attributes: new Map() },
    ]);
    await tx.query("release savepoint create_customer");
    return { id, isNew: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await tx.query("rollback to savepoint create_customer");
    const id = await findCustomer(tx, call, fields);
    if (id === null)
      throwApiError(error.code, { ...error.details, fields: prefixErrors(error.details.fields) });
    return { id, isNew: false };
  }
}

/**
 * Find the customer that an order's contact belongs to, by email address or phone number. If none exists, create the
 * customer and publish `customer/create`.
 * @throws ApiError `invalid` for each invalid field of the customer
 */
export async function findOrCreateBuyer(
  deps: PlacingDeps,
  tx: Transaction,
  call: CreateCall,
): Promise<OrderBuyer> {
  const { store } = call;
  const fields = await readFields(deps, tx, call);
  const { first_name, last_name, email, phone } = fields;
  // If a new customer places two orders simultaneously, the second order waits and finds the customer that the first order created.
  await tx.query(lockStatement, [
    store.id,
    [...listUnlessEmpty(email.toLowerCase()), ...listUnlessEmpty(phone)].toSorted(),
  ]);
  const customerId = await findCustomer(tx, call, fields);
  const sentContact = { first_name, last_name, email, phone };
  if (customerId !== null) return { customerId, sentContact };
  if (Object.values(sentContact).every((text) => text === "")) return { customerId: null, sentContact };
  const { id, isNew } = await createCustomer(tx, call, fields);
  if (isNew) await events.publish(tx, call, "customer/create", { id, snapshot: null });
  return { customerId: id, sentContact };
}
