import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The key prefixes of all queries whose responses contain products, variants or stock. A change of these makes the queries stale. */
export const queriesShowingProducts = [
  ["product"],
  ["products"],
  ["collections"],
  ["tags"],
  ["inventory"],
  ["levels"],
  ["movements"],
  ["activity"],
] as const;

/** Return a function that refetches all `queriesShowingProducts`. Call it after a change that is made without `useAction`. */
export function useRefreshProducts(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(queriesShowingProducts.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    [queryClient],
  );
}
