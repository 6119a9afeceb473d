import { assertAccess, hasAccess } from "@souk/contract";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import { isBalanceGateway } from "./balance-gateway.ts";

const viewCustomers = { scopes: [["read_customers"]], rights: [["customers.view"]] } as const;
const changeCredit = { scopes: [["write_customers"]], rights: [["customers.credit"]] } as const;
const recordPayments = { scopes: [], rights: [["orders.record_payments"]] } as const;
const refundOrders = { scopes: [], rights: [["orders.refund"]] } as const;

/** A payment or refund of an order, as the request contains it. */
interface SentPayment {
  kind: string;
  gateway?: { type?: string } | undefined;
}

/** Return whether the caller may view customers. */
export function canViewCustomers(actor: Actor): boolean {
  return hasAccess(viewCustomers, actor);
}

/**
 * Assert that the caller may assign a customer to an order. An order shows its customer's name and contact, so without this check,
 * everyone who may change orders could read any customer.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanAssignCustomer(actor: Actor, customerId: number | null | undefined): void {
  if (customerId !== null && customerId !== undefined) assertAccess(viewCustomers, actor);
}

/**
 * Assert that the caller may charge this gateway. To charge store credit or points, the caller must be allowed to change them.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanCharge(actor: Actor, gatewayType: string): void {
  // guard: balances-of-customers: customer-rights.test.ts store credit is spent only with write_customers
  if (isBalanceGateway(gatewayType)) assertAccess(changeCredit, actor);
}

/**
 * Assert that the caller may record these payments and charge their gateways. A person who may record payments needs another right to
 * record a refund.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanRecordPayments(actor: Actor, payments: readonly SentPayment[]): void {
  for (const { kind, gateway } of payments) {
    // guard: refunds-as-transactions replacing `kind === "refund" ? refundOrders : recordPayments` with `recordPayments`: rights-of-people.test.ts
    assertAccess(kind === "refund" ? refundOrders : recordPayments, actor);
    assertCanCharge(actor, gateway?.type ?? "");
  }
}
