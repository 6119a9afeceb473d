import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { actingAs } from "../../../acting-as.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import {
  emptyCustomer,
  findKnown,
  insertCustomers,
  latestDay,
  readCustomerFields,
  storeCountry,
} from "../../customers/index.ts";
import { placeOrder } from "./place-order.ts";
import type { PlacingDesk } from "./placing-desk.ts";

type CreateCall = Call<typeof operations.createOrder>;

function sentCustomerId({ body }: CreateCall): number | null {
  const { customer_id, customer } = body;
  const id = customer?.id;
  if (customer_id !== undefined && customer_id !== null && id !== undefined && id !== customer_id)
    refuse("invalid", {
      fields: [{ path: "customer.id", message: `is not customer_id, which is ${customer_id}` }],
    });
  return customer_id ?? id ?? null;
}

const turnStatement = {
  name: "order_buyer_turn",
  text: `
    select pg_advisory_xact_lock(hashtextextended('order buyer ' || $1::bigint || ' ' || key, 0))
    from unnest($2::text[]) as key`,
};

/** Who is meant by an e-mail address or a phone number: somebody known, or a new customer. */
async function findOrMake(desk: PlacingDesk, tx: Transaction, call: CreateCall): Promise<number | null> {
  const { store, body } = call;
  const { first_name, last_name, email, phone } = body.customer ?? {};
  const faults: FieldError[] = [];
  const countries = [body.shipping_address?.country_code ?? "", await storeCountry(tx, store)];
  const sent = Object.fromEntries(
    Object.entries({ first_name, last_name, email, phone }).filter(([, value]) => value !== undefined),
  );
  const read = readCustomerFields(sent, { countries, today: latestDay(desk.clock), faults });
  const fields = { ...emptyCustomer, ...read };
  if (faults.length > 0)
    refuse("invalid", { fields: faults.map((fault) => ({ ...fault, path: `customer.${fault.path}` })) });
  const by = (value: string) => (value === "" ? [] : [value]);
  const emails = by(fields.email.toLowerCase());
  const phones = by(fields.phone);
  // Of two first orders of one new customer, the second finds whom the first has made.
  await tx.query(turnStatement, [store.id, [...emails, ...phones].toSorted()]);
  const known = await findKnown(tx, store, { codes: [], emails, phones });
  const [found = null] = [
    known.find((one) => one.email !== "" && emails.includes(one.email)),
    known[0],
  ].flatMap((one) => one?.id ?? []);
  if (found !== null) return found;
  const { first_name: first, last_name: last, email: mail, phone: number } = fields;
  if ([first, last, mail, number].every((text) => text === "")) return null;
  const [id = 0] = await insertCustomers(tx, store, [{ fields, addresses: [], attributes: new Map() }]);
  await desk.facts.raise(tx, store, call, "customer_created", { customer_id: id, text: null });
  return id;
}

/**
 * Creates an order (ORD-4). One of a customer who is known by id, or of nobody, is one statement; who is named by an e-mail
 * address or a phone is looked up, or made, in the order's own transaction.
 * @param number of the order, drawn for it
 * @throws Refusal invalid naming each field and line that is wrong
 */
export async function createOrder(
  desk: PlacingDesk,
  run: Queryable,
  { call, number }: { call: CreateCall; number: number },
): Promise<JsonText> {
  const customerId = sentCustomerId(call);
  const { customer } = call.body;
  if (customerId !== null || customer === undefined || customer === null)
    return placeOrder(desk, run, { call, number, customerId });
  const place = async (tx: Transaction) =>
    placeOrder(desk, tx, { call, number, customerId: await findOrMake(desk, tx, call) });
  if ("isTransaction" in run) return place(run as Transaction);
  return actingAs(desk.database, call).transaction(place, { repeatable: true });
}
