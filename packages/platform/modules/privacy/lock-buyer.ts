import { throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type CustomerIdentity, customerEmail, customerIdentity } from "../customers/index.ts";
import { findBuyerOrders, lockBuyerOrders } from "../orders/index.ts";

/**
 * Lock a customer, and before that their orders and those that contain their email address, as every change
 * of an order does. If there is a new order or address once the customer is locked, release all locks and
 * start again.
 * @throws ApiError not_found
 */
export async function lockBuyer(tx: Transaction, store: Store, id: number): Promise<CustomerIdentity> {
  await tx.query("savepoint nothing_locked");
  for (;;) {
    const email = (await customerEmail(tx, store, id)) ?? throwApiError("not_found");
    const locked = new Set(await lockBuyerOrders(tx, { store, customer_id: id, email }));
    const customer = (await customerIdentity(tx, store, id)) ?? throwApiError("not_found");
    const { ids } = await findBuyerOrders(tx, { store, customer_id: id, email: customer.email });
    // guard: erasure-begins-again with `ids.length >= 0) return { ...customer, email }` for `ids.every((order) => locked.has(order))) return customer`: erase-during-refund.test.ts an erasure restarts if its locked customer has another email or order by then
    if (ids.every((order) => locked.has(order))) return customer;
    await tx.query("rollback to savepoint nothing_locked");
  }
}
