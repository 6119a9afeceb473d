import { ApiError, type FieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import {
  type CustomerFields,
  emptyCustomer,
  findKnown,
  insertCustomers,
  latestDay,
  readCustomerFields,
  storeCountry,
} from "../../customers/index.ts";
import type { PlacingDeps } from "./placing-deps.ts";

type CreateCall = Call<typeof operations.createOrder>;

/** The customer of an order that is sent without a customer id. */
export interface FoundBuyer {
  /** Null: no name, email or phone was sent. */
  customerId: number | null;
  /** The sent email address in stored form; empty if not sent. */
  email: string;
  phone: string;
}

const lockStatement = defineStatement(
  "order_buyer_turn",
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
  const countries = [body.shipping_address?.country_code ?? "", await storeCountry(tx, store)];
  const sent = Object.fromEntries(
    Object.entries({ first_name, last_name, email, phone }).filter(([, value]) => value !== undefined),
  );
  const read = readCustomerFields(sent, { countries, today: latestDay(deps.clock), errors });
  if (errors.length > 0) throwApiError("invalid", { fields: prefixErrors(errors) });
  return { ...emptyCustomer, ...read };
}

const listIfSent = (value: string) => (value === "" ? [] : [value]);

/** Find an existing customer by email address, or else by phone number. */
async function findCustomer(
  tx: Transaction,
  { store }: CreateCall,
  { email, phone }: CustomerFields,
): Promise<number | null> {
  const emails = listIfSent(email.toLowerCase());
  const known = await findKnown(tx, store, { codes: [], emails, phones: listIfSent(phone) });
  const found =
    known.find((customer) => customer.email !== "" && emails.includes(customer.email)) ?? known[0];
  return found?.id ?? null;
}

// Customers are also created elsewhere, without this lock. Use the customer that was created meanwhile.
async function createCustomer(tx: Transaction, call: CreateCall, fields: CustomerFields) {
  await tx.query("savepoint making_buyer");
  try {
    const [id = 0] = await insertCustomers(tx, call.store, [
      { fields, addresses: [], attributes: new Map() },
    ]);
    await tx.query("release savepoint making_buyer");
    return { id, isNew: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await tx.query("rollback to savepoint making_buyer");
    const id = await findCustomer(tx, call, fields);
    if (id === null)
      throwApiError(error.code, { ...error.details, fields: prefixErrors(error.details.fields) });
    return { id, isNew: false };
  }
}

/**
 * Find the customer with an email address or phone number, or create one.
 * @throws ApiError invalid naming each invalid field of the customer
 */
export async function findBuyer(deps: PlacingDeps, tx: Transaction, call: CreateCall): Promise<FoundBuyer> {
  const { store } = call;
  const fields = await readFields(deps, tx, call);
  const { first_name, last_name, email, phone } = fields;
  // Of two simultaneous first orders of a new customer, the second finds the customer that the first created.
  await tx.query(lockStatement, [
    store.id,
    [...listIfSent(email.toLowerCase()), ...listIfSent(phone)].toSorted(),
  ]);
  const found = await findCustomer(tx, call, fields);
  if (found !== null) return { customerId: found, email, phone };
  if ([first_name, last_name, email, phone].every((text) => text === ""))
    return { customerId: null, email, phone };
  const { id, isNew } = await createCustomer(tx, call, fields);
  if (isNew) await events.publish(tx, call, "customer/create", { id, snapshot: null });
  return { customerId: id, email, phone };
}
