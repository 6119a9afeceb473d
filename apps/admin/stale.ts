import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Everything that shows products, their variants or their stock: asked anew after any of it has changed. */
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

/** Asks anew for everything that shows products, where no action does it. */
export function useRefreshProducts(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () => Promise.all(staleWithProducts.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  );
}
