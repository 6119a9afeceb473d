import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The key prefixes of all queries that contain products, variants or stock, to refetch after any of these changes. */
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

/** Return a function that refetches all queries that contain products, for changes made without `useAction`. */
export function useRefreshProducts(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () => Promise.all(queriesShowingProducts.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  );
}
