import { type Scope, throwApiError } from "@souk/contract";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import { isBalanceGateway } from "./balance-gateway.ts";

function assertScope({ scopes }: Actor, scope: Scope): void {
  if (!scopes.has(scope)) throwApiError("scope_missing", { required_scope: scope });
}

/**
 * Assert that the caller may assign a customer to an order. An order shows its customer's name and contact, so without this, any
 * customer could be read with `write_orders` alone.
 * @throws ApiError `scope_missing`
 */
export function assertCanAssignCustomer(actor: Actor, customerId: number | null | undefined): void {
  if (customerId !== null && customerId !== undefined) assertScope(actor, "read_customers");
}

/**
 * Assert that the caller may charge this gateway. Store credit and points are spent by whoever may edit them.
 * @throws ApiError `scope_missing`
 */
export function assertCanCharge(actor: Actor, gatewayType: string): void {
  // guard: balances-of-customers: customer-rights.test.ts store credit is spent only with write_customers
  if (isBalanceGateway(gatewayType)) assertScope(actor, "write_customers");
}

/** Assert that the caller may pay with these gateways. @throws ApiError `scope_missing` */
export function assertCanUseGateways(
  actor: Actor,
  payments: readonly { gateway?: { type?: string } | undefined }[],
): void {
  for (const { gateway } of payments) assertCanCharge(actor, gateway?.type ?? "");
}
