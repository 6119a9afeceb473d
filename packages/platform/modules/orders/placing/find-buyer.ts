import { type FieldError, type operations, Refusal, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../routing/call.ts";
import {
  type CustomerFields,
  emptyCustomer,
  findKnown,
  insertCustomers,
  latestDay,
  readCustomerFields,
  storeCountry,
} from "../../customers/index.ts";
import type { PlacingDesk } from "./placing-desk.ts";

type CreateCall = Call<typeof operations.createOrder>;

/** Who is meant by what is sent of a customer without an id. */
export interface FoundBuyer {
  /** Null: nothing is sent that somebody could be known by. */
  customerId: number | null;
  /** As sent, in the form in which they are kept; empty: not sent. */
  email: string;
  phone: string;
}

const turnStatement = {
  name: "order_buyer_turn",
  text: `
    select pg_advisory_xact_lock(hashtextextended('order buyer ' || $1::bigint || ' ' || key, 0))
    from unnest($2::text[]) as key`,
};

const ofCustomer = (fields: readonly FieldError[] = []): FieldError[] =>
  fields.map((fault) => ({ ...fault, path: `customer.${fault.path}` }));

async function readFields(
  desk: PlacingDesk,
  tx: Transaction,
  { store, body }: CreateCall,
): Promise<CustomerFields> {
  const { first_name, last_name, email, phone } = body.customer ?? {};
  const faults: FieldError[] = [];
  const countries = [body.shipping_address?.country_code ?? "", await storeCountry(tx, store)];
  const sent = Object.fromEntries(
    Object.entries({ first_name, last_name, email, phone }).filter(([, value]) => value !== undefined),
  );
  const read = readCustomerFields(sent, { countries, today: latestDay(desk.clock), faults });
  if (faults.length > 0) refuse("invalid", { fields: ofCustomer(faults) });
  return { ...emptyCustomer, ...read };
}

const by = (value: string) => (value === "" ? [] : [value]);

/** Somebody known, by the e-mail address rather than by the phone number. */
async function findCustomer(
  tx: Transaction,
  { store }: CreateCall,
  { email, phone }: CustomerFields,
): Promise<number | null> {
  const emails = by(email.toLowerCase());
  const known = await findKnown(tx, store, { codes: [], emails, phones: by(phone) });
  const found = known.find((one) => one.email !== "" && emails.includes(one.email)) ?? known[0];
  return found?.id ?? null;
}

// Customers are made in other ways, too, and wait for no turn: who was made meanwhile is the one that is meant.
async function makeCustomer(tx: Transaction, call: CreateCall, fields: CustomerFields) {
  await tx.query("savepoint making_buyer");
  try {
    const [id = 0] = await insertCustomers(tx, call.store, [
      { fields, addresses: [], attributes: new Map() },
    ]);
    await tx.query("release savepoint making_buyer");
    return { id, isNew: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query("rollback to savepoint making_buyer");
    const id = await findCustomer(tx, call, fields);
    if (id === null) refuse(error.code, { ...error.details, fields: ofCustomer(error.details.fields) });
    return { id, isNew: false };
  }
}

/**
 * Who is meant by an e-mail address or a phone number: somebody known, or a new customer.
 * @throws Refusal invalid naming what is wrong of the customer
 */
export async function findBuyer(desk: PlacingDesk, tx: Transaction, call: CreateCall): Promise<FoundBuyer> {
  const { store } = call;
  const fields = await readFields(desk, tx, call);
  const { first_name, last_name, email, phone } = fields;
  // Of two first orders of one new customer, the second finds whom the first has made.
  await tx.query(turnStatement, [store.id, [...by(email.toLowerCase()), ...by(phone)].toSorted()]);
  const found = await findCustomer(tx, call, fields);
  if (found !== null) return { customerId: found, email, phone };
  if ([first_name, last_name, email, phone].every((text) => text === ""))
    return { customerId: null, email, phone };
  const { id, isNew } = await makeCustomer(tx, call, fields);
  if (isNew) await desk.facts.raise(tx, store, call, "customer_created", { customer_id: id, text: null });
  return { customerId: id, email, phone };
}
