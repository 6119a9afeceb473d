import type { Scope } from "@souk/contract";
import { useStore } from "@souk/ui";

/**
 * Return a function that checks whether the signed-in person's role in the store allows any of some scopes.
 * The platform rejects what the page hides; a changed role shows with the next full load.
 */
export function useMay(): (...anyScopes: readonly Scope[]) => boolean {
  const { scopes } = useStore();
  return (...anyScopes) => anyScopes.some((scope) => scopes.includes(scope));
}

/** Return whether the signed-in person may install and change apps; staff of a store only see and open them. */
export function useMayManage(): boolean {
  const { role } = useStore();
  return role === "owner" || role === "manager";
}

/** Return whether the signed-in person may ship orders, which takes both permissions. */
export function useMayFulfill(): boolean {
  const may = useMay();
  return may("write_orders") && may("write_fulfillments");
}
