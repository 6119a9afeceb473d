import { type AdminConsole, walkCursor } from "@souk/client";
import { defineList, type OperationResponse, operations } from "@souk/contract";
import { type List, useAdminConsole } from "@souk/ui";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Level } from "../stock/stock-queries.ts";

/** The definition of the inventory list, which lists products. */
export const inventoryList = defineList(operations.listProducts.query, {
  // `location` isn't sent to the API, because it changes only the columns, not which products are listed.
  filters: { query: "query", location: null, stock: "stock" },
  limit: 20,
});

export type ListedProduct = OperationResponse<typeof operations.listProducts>["products"][number];

const inventoryKey = ["inventory"] as const;

/** The maximum number of variant ids in one request. */
const maxVariantIds = 100;

async function loadLevels(admin: AdminConsole, variantIds: number[], signal: AbortSignal): Promise<Level[]> {
  const levels: Level[] = [];
  for (let start = 0; start < variantIds.length; start += maxVariantIds) {
    const variant_ids = variantIds.slice(start, start + maxVariantIds);
    const list = (cursor: string | undefined) =>
      admin.inventory_levels.list({
        query: { variant_ids, limit: 250, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      });
    for await (const { inventory_levels } of walkCursor(list)) levels.push(...inventory_levels);
  }
  return levels;
}

/** The maximum number of variants shown for one product. The product's page shows all of them. */
const maxShownVariants = 12;

/** Return the variants of a product that the inventory page shows. */
export function getShownVariants<V>({ variants }: { variants: readonly V[] }): readonly V[] {
  return variants.slice(0, maxShownVariants);
}

/** Load a page of products with the stock levels of their shown variants. */
export function useInventory(query: List<typeof inventoryList>["query"]) {
  const admin = useAdminConsole();
  const productsQuery = {
    ...query,
    // Sort by title, so that rows stay where they are when their stock changes.
    sort: "title.asc",
    fields: "title,image_url,variants,inventory_management",
  } as const;
  return useQuery({
    queryKey: [...inventoryKey, productsQuery],
    queryFn: async ({ signal }) => {
      const response = await admin.products.list({ query: productsQuery, signal });
      const ids = response.products.flatMap((product) => getShownVariants(product).map(({ id }) => id));
      return { ...response, levels: await loadLevels(admin, ids, signal) };
    },
    placeholderData: keepPreviousData,
  });
}

/** The key of a stock level: a variant and a location. */
export interface LevelKey {
  variant_id: number;
  location_id: number;
}

/** Load a stock level; null if the variant was never stocked at the location. */
export function useLevel({ variant_id, location_id }: LevelKey) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...inventoryKey, "level", variant_id, location_id],
    queryFn: async ({ signal }) => {
      const query = { variant_ids: [variant_id], location_ids: [location_id] };
      const { inventory_levels } = await admin.inventory_levels.list({ query, signal });
      return { level: inventory_levels[0] ?? null };
    },
  });
}

/** Load the newest movements of a stock level. Fetching the next page loads older movements. */
export function useLevelMovements({ variant_id, location_id }: LevelKey) {
  const admin = useAdminConsole();
  return useInfiniteQuery({
    queryKey: [...inventoryKey, "movements", variant_id, location_id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      admin.inventory_movements.list({
        query: {
          variant_ids: [variant_id],
          location_ids: [location_id],
          limit: 50,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
