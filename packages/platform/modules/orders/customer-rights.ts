import { assertAccess, hasAccess } from "@souk/contract";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import { isBalanceGateway } from "./balance-gateway.ts";

const viewCustomersRequirement = { scopes: [["read_customers"]], rights: [["customers.view"]] } as const;
const changeCreditRequirement = { scopes: [["write_customers"]], rights: [["customers.credit"]] } as const;
const recordPaymentsRequirement = { scopes: [], rights: [["orders.record_payments"]] } as const;
const refundOrdersRequirement = { scopes: [], rights: [["orders.refund"]] } as const;

/** A payment or refund of an order, as the request contains it. */
interface SentPayment {
  kind: string;
  gateway?: { type?: string } | undefined;
}

/** Return whether the caller may view customers. */
export function canViewCustomers(actor: Actor): boolean {
  return hasAccess(viewCustomersRequirement, actor);
}

/**
 * Assert that the caller may assign a customer to an order. An order shows its customer's name and contact, so without this check,
 * everyone who may change orders could read any customer.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanAssignCustomer(actor: Actor, customerId: number | null | undefined): void {
  if (customerId !== null && customerId !== undefined) assertAccess(viewCustomersRequirement, actor);
}

/**
 * Assert that the caller may charge this gateway. To charge store credit or points, the caller must be allowed to change them.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanCharge(actor: Actor, gatewayType: string): void {
  // guard balances-of-customers: without it, customer-rights.test.ts fails at `paying with store credit requires write_customers`
  if (isBalanceGateway(gatewayType)) assertAccess(changeCreditRequirement, actor);
}

/**
 * Assert that the caller may record these payments and charge their gateways. A person who may record payments needs another right to
 * record a refund.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanRecordPayments(actor: Actor, payments: readonly SentPayment[]): void {
  for (const { kind, gateway } of payments) {
    // guard refunds-as-transactions: with `recordPaymentsRequirement` instead of `kind === "refund" ? refundOrdersRequirement : recordPaymentsRequirement`, rights-of-people.test.ts fails
    assertAccess(kind === "refund" ? refundOrdersRequirement : recordPaymentsRequirement, actor);
    assertCanCharge(actor, gateway?.type ?? "");
  }
}
