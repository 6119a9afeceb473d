import { throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type CustomerIdentity, loadCustomerEmail, lockCustomerIdentity } from "../customers/index.ts";
import { findBuyerOrders, lockBuyerOrders } from "../orders/index.ts";

/**
 * Lock a customer together with their orders and the orders that contain their email address. The orders are locked first, as
 * in every change of an order. If the customer got a new email or order before the customer was locked, release all locks and start
 * again.
 * @throws ApiError `not_found`
 */
export async function lockBuyer(tx: Transaction, store: Store, id: number): Promise<CustomerIdentity> {
  await tx.query("savepoint nothing_locked");
  for (;;) {
    const email = (await loadCustomerEmail(tx, store, id)) ?? throwApiError("not_found");
    const lockedIds = new Set(await lockBuyerOrders(tx, { store, customer_id: id, email }));
    const customer = (await lockCustomerIdentity(tx, store, id)) ?? throwApiError("not_found");
    const { ids } = await findBuyerOrders(tx, { store, customer_id: id, email: customer.email });
    // guard erasure-begins-again: with `ids.length >= 0) return { ...customer, email }` instead of `ids.every((order) => lockedIds.has(order))) return customer`, erase-during-refund.test.ts fails at `an erasure restarts if the customer's email or orders change before they are locked`
    if (ids.every((order) => lockedIds.has(order))) return customer;
    await tx.query("rollback to savepoint nothing_locked");
  }
}
