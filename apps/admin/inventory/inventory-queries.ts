import { type AdminConsole, walkCursor } from "@souk/client";
import { defineList, type OperationResponse, operations } from "@souk/contract";
import { type List, useAdminConsole } from "@souk/ui";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Level } from "../stock/stock-queries.ts";

/** The list of products with stock. */
export const inventoryList = defineList(operations.listProducts.query, {
  // A location changes the columns, not which products are listed.
  filters: { query: "query", location: null, stock: "stock" },
  limit: 20,
});

export type StockedProduct = OperationResponse<typeof operations.listProducts>["products"][number];

const inventoryKey = ["inventory"] as const;

const maxIds = 100;

async function loadLevels(admin: AdminConsole, variantIds: number[], signal: AbortSignal): Promise<Level[]> {
  const levels: Level[] = [];
  for (let at = 0; at < variantIds.length; at += maxIds) {
    const variant_ids = variantIds.slice(at, at + maxIds);
    const list = (cursor: string | undefined) =>
      admin.inventory_levels.list({
        query: { variant_ids, limit: 250, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      });
    for await (const answer of walkCursor(list)) levels.push(...answer.inventory_levels);
  }
  return levels;
}

/** The maximum of variants shown for one product; the product's own page shows all of them. */
const maxVariants = 12;

/** Return the variants of a product that the inventory shows. */
export function getShownVariants<V>({ variants }: { variants: readonly V[] }): readonly V[] {
  return variants.slice(0, maxVariants);
}

/** Load a page of products with the levels of the variants that it shows. */
export function useInventory(query: List<typeof inventoryList>["query"]) {
  const admin = useAdminConsole();
  const asked = {
    ...query,
    // A change of stock moves no line from its place.
    sort: "title.asc",
    fields: "title,image_url,variants,inventory_management",
  } as const;
  return useQuery({
    queryKey: [...inventoryKey, asked],
    queryFn: async ({ signal }) => {
      const answer = await admin.products.list({ query: asked, signal });
      const ids = answer.products.flatMap((product) => getShownVariants(product).map(({ id }) => id));
      return { ...answer, levels: await loadLevels(admin, ids, signal) };
    },
    placeholderData: keepPreviousData,
  });
}

/** The key of a level: a variant at a location. */
export interface LevelPlace {
  variant_id: number;
  location_id: number;
}

/** Load one level; null where the variant was never stocked. */
export function useLevel({ variant_id, location_id }: LevelPlace) {
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

/** Load the movements of one level, the latest first, as far back as was requested. */
export function useLevelMovements({ variant_id, location_id }: LevelPlace) {
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
