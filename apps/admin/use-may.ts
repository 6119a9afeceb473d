import type { Scope } from "@souk/contract";
import { useStore } from "@souk/ui";

/**
 * Whether the signed-in person's role in the shop allows one of some things. What a page leaves out by it the platform refuses
 * all the same; a role that has just changed shows with the next full load.
 */
export function useMay(): (...anyOf: readonly Scope[]) => boolean {
  const { scopes } = useStore();
  return (...anyOf) => anyOf.some((scope) => scopes.includes(scope));
}
