import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type CustomerIdentity, customerEmail, customerIdentity } from "../customers/index.ts";
import { lockOrdersOf, ordersOfBuyer } from "../orders/index.ts";

/**
 * Locks a customer, and before them their orders and those that bear their e-mail address, as every change of an order does.
 * An order or an address that is new once the customer is locked lets go of all of it and begins again.
 * @throws Refusal not_found
 */
export async function lockBuyer(tx: Transaction, store: Store, id: number): Promise<CustomerIdentity> {
  await tx.query("savepoint nothing_locked");
  for (;;) {
    const email = (await customerEmail(tx, store, id)) ?? refuse("not_found");
    const locked = new Set(await lockOrdersOf(tx, { store, customer_id: id, email }));
    const customer = (await customerIdentity(tx, store, id)) ?? refuse("not_found");
    const { ids } = await ordersOfBuyer(tx, { store, customer_id: id, email: customer.email });
    if (ids.every((order) => locked.has(order))) return customer;
    await tx.query("rollback to savepoint nothing_locked");
  }
}
