import type { QueryClient } from "@tanstack/react-query";

/** Asks anew for everything that shows a product, its variants or their stock. */
export async function refreshProduct(queries: QueryClient, id: number): Promise<void> {
  const stale = [["product", id], ["products"], ["levels", id], ["movements", id], ["collections"], ["tags"]];
  await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
