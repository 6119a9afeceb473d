import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { staleWithProducts } from "../stale.ts";

export type Order = OperationResponse<typeof operations.getOrder>["order"];
export type OrderLine = Order["line_items"][number];

const orderKey = (id: number) => ["order", id] as const;

/** Load one order. */
export function useOrder(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => admin.orders.get({ params: { id }, signal }),
  });
}

/** Queries that show orders, or what orders move, refetched after an order has changed. */
export const staleWithOrders = [
  ["orders"],
  ["order"],
  ["customers"],
  ["customer"],
  ...staleWithProducts,
] as const;

/** Return a function that shows a changed order at once. */
export function useShowOrder() {
  const queries = useQueryClient();
  return useCallback(
    (answer: OperationResponse<typeof operations.getOrder>) =>
      queries.setQueryData(orderKey(answer.order.id), answer),
    [queries],
  );
}
