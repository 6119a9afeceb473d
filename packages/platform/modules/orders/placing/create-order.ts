import { type operations, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { actingAs } from "../../../acting-as.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { holdCredit } from "../hold-credit.ts";
import { findBuyer } from "./find-buyer.ts";
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

interface Contact {
  email?: string | undefined;
  phone?: string | undefined;
}

/** Where a customer is to be reached with this order: where it says itself, else where it says of its customer. */
function reachedAt(call: CreateCall, { email = "", phone = "" }: Contact): CreateCall {
  const ofCustomer = {
    ...(email.trim() === "" ? {} : { email }),
    ...(phone.trim() === "" ? {} : { phone }),
  };
  return { ...call, body: { ...ofCustomer, ...call.body } };
}

function paysWithCredit({ body }: CreateCall): boolean {
  return (body.transactions ?? []).some(({ gateway }) => gateway?.type === "credit");
}

/**
 * Creates an order (ORD-4). One of a customer who is known by id, or of nobody, is one statement, unless it opens a level. Who is
 * named by an e-mail address or a phone is looked up, or made, in the order's own transaction; one that is paid with store credit
 * has its own, too, in which the store's currency is held.
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
  const isNamed = customerId === null && customer !== undefined && customer !== null;
  const known = { customerId, email: customer?.email, phone: customer?.phone };
  const place = async (on: Queryable, buyer: typeof known) =>
    placeOrder(desk, on, { call: reachedAt(call, buyer), number, customerId: buyer.customerId });
  const holdsCredit = paysWithCredit(call);
  if (!isNamed && !holdsCredit) return place(run, known);
  const within = async (tx: Transaction) => {
    if (holdsCredit) await holdCredit(tx, call.store);
    return place(tx, isNamed ? await findBuyer(desk, tx, call) : known);
  };
  if ("isTransaction" in run) return within(run as Transaction);
  return actingAs(desk.database, call).transaction(within, { repeatable: true });
}
