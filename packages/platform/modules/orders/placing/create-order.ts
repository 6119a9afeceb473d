import { fieldError, type operations, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { actingAs } from "../../../infrastructure/acting-as.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { lockCreditCurrency } from "../lock-credit-currency.ts";
import { findBuyer } from "./find-buyer.ts";
import { placeOrder } from "./place-order.ts";
import type { PlacingDeps } from "./placing-deps.ts";

type CreateCall = Call<typeof operations.createOrder>;

function readCustomerId({ body }: CreateCall): number | null {
  const { customer_id, customer } = body;
  const id = customer?.id;
  if (customer_id !== undefined && customer_id !== null && id !== undefined && id !== customer_id)
    throwApiError("invalid", {
      fields: [fieldError("customer.id", "conflict", { with: "customer_id" })],
    });
  return customer_id ?? id ?? null;
}

interface Contact {
  email?: string | undefined;
  phone?: string | undefined;
}

/** Add the customer's email and phone to an order that is sent without them. */
function addContact(call: CreateCall, { email = "", phone = "" }: Contact): CreateCall {
  const contact = {
    ...(email.trim() === "" ? {} : { email }),
    ...(phone.trim() === "" ? {} : { phone }),
  };
  return { ...call, body: { ...contact, ...call.body } };
}

function isPaidWithCredit({ body }: CreateCall): boolean {
  return (body.transactions ?? []).some(({ gateway }) => gateway?.type === "credit");
}

/**
 * Create an order (ORD-4). An order with a customer id or without a customer takes one statement, unless it
 * creates an inventory level. A customer identified by email address or phone is found or created in the order's
 * transaction. Payment with store credit also uses a transaction, which locks the store's currency.
 * @param input the call, and the order number drawn for it
 * @throws ApiError invalid naming each invalid field and line
 */
export async function createOrder(
  deps: PlacingDeps,
  db: Queryable,
  { call, number }: { call: CreateCall; number: number },
): Promise<JsonText> {
  const customerId = readCustomerId(call);
  const { customer } = call.body;
  const isIdentifiedByContact = customerId === null && customer !== undefined && customer !== null;
  const known = { customerId, email: customer?.email, phone: customer?.phone };
  const place = async (db: Queryable, buyer: typeof known) =>
    placeOrder(deps, db, { call: addContact(call, buyer), number, customerId: buyer.customerId });
  const usesCredit = isPaidWithCredit(call);
  if (!isIdentifiedByContact && !usesCredit) return place(db, known);
  const within = async (tx: Transaction) => {
    if (usesCredit) await lockCreditCurrency(tx, call.store);
    return place(tx, isIdentifiedByContact ? await findBuyer(deps, tx, call) : known);
  };
  if ("isTransaction" in db) return within(db as Transaction);
  return actingAs(deps.database, call).transaction(within, { repeatable: true });
}
