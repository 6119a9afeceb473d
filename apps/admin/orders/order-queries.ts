import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queriesShowingProducts } from "../queries-showing-products.ts";

export type Order = OperationResponse<typeof operations.getOrder>["order"];
export type OrderLine = Order["line_items"][number];

const orderKey = (id: number) => ["order", id] as const;

/** Load an order by id. */
export function useOrder(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => admin.orders.get({ params: { id }, signal }),
  });
}

/**
 * The key prefixes of all queries to refetch after an order changes: those that contain orders, customers' totals, or
 * products and their stock.
 */
export const queriesShowingOrders = [
  ["orders"],
  ["order"],
  ["customers"],
  ["customer"],
  ...queriesShowingProducts,
] as const;

/** Return a function that stores a changed order in the query cache, so that pages show it without loading it. */
export function useCacheOrder() {
  const queryClient = useQueryClient();
  return useCallback(
    (response: OperationResponse<typeof operations.getOrder>) =>
      queryClient.setQueryData(orderKey(response.order.id), response),
    [queryClient],
  );
}
