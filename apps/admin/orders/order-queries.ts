import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { staleWithProducts } from "../stale.ts";

export type Order = AnswerOf<typeof operations.getOrder>["order"];
export type OrderLine = Order["line_items"][number];

const orderKey = (id: number) => ["order", id] as const;

/** One order. */
export function useOrder(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => admin.orders.get({ params: { id }, signal }),
  });
}

/** Everything that shows orders, or what they move: asked anew after one has changed. */
export const staleWithOrders = [
  ["orders"],
  ["order"],
  ["customers"],
  ["customer"],
  ...staleWithProducts,
] as const;

/** Shows a changed order at once. */
export function useShowOrder() {
  const queries = useQueryClient();
  return useCallback(
    (answer: AnswerOf<typeof operations.getOrder>) => queries.setQueryData(orderKey(answer.order.id), answer),
    [queries],
  );
}
