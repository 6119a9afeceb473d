import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Queries that show products, their variants or their stock, refetched after any of these has changed. */
export const staleWithProducts = [
  ["product"],
  ["products"],
  ["collections"],
  ["tags"],
  ["inventory"],
  ["levels"],
  ["movements"],
  ["activity"],
] as const;

/** Refetch everything that shows products, where no action does it. */
export function useRefreshProducts(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () => Promise.all(staleWithProducts.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  );
}
