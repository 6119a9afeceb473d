import type { Scope } from "@souk/contract";
import { useStore } from "@souk/ui";

/**
 * Return a function that checks whether the signed-in person has at least one of the given scopes in this store. The server
 * also checks the scopes. If the person's role changes, pages show the change after the next full page load.
 */
export function usePermissions(): (...anyScopes: readonly Scope[]) => boolean {
  const { scopes } = useStore();
  return (...anyScopes) => anyScopes.some((scope) => scopes.includes(scope));
}

/**
 * Return whether the signed-in person is the store's owner or a manager, who may for example install and disable
 * apps.
 */
export function useIsOwnerOrManager(): boolean {
  const { role } = useStore();
  return role === "owner" || role === "manager";
}

/** Return whether the signed-in person may fulfill orders, which requires both write scopes. */
export function useCanFulfill(): boolean {
  const hasAnyScope = usePermissions();
  return hasAnyScope("write_orders") && hasAnyScope("write_fulfillments");
}
