import { walkCursor } from "@souk/client";
import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Product } from "../product/product-queries.ts";

export type Level = OperationResponse<typeof operations.listInventoryLevels>["inventory_levels"][number];
export type Movement = OperationResponse<
  typeof operations.listInventoryMovements
>["inventory_movements"][number];

export const levelsKey = (productId: number) => ["levels", productId] as const;

/** Load all stock levels of a product's variants. */
export function useLevels({ id, variants }: Product) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: levelsKey(id),
    queryFn: async ({ signal }) => {
      const variant_ids = variants.map((variant) => variant.id);
      const loadPage = (cursor: string | undefined) =>
        admin.inventory_levels.list({
          query: { variant_ids, limit: 250, ...(cursor === undefined ? {} : { cursor }) },
          signal,
        });
      const levels: Level[] = [];
      for await (const { inventory_levels } of walkCursor(loadPage)) levels.push(...inventory_levels);
      return levels;
    },
    enabled: variants.length > 0,
  });
}

const movementsKey = (productId: number) => ["movements", productId] as const;

/** Load the newest stock movements of a product's variants. Fetching the next page loads older movements. */
export function useMovements({ id, variants }: Product) {
  const admin = useAdminConsole();
  return useInfiniteQuery({
    queryKey: movementsKey(id),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      admin.inventory_movements.list({
        query: {
          variant_ids: variants.map((variant) => variant.id),
          limit: 25,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: variants.length > 0,
  });
}
