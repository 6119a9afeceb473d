import { type AdminConsole, walkCursor } from "@souk/client";
import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Stock } from "../products/products-search.ts";
import type { Level } from "../stock/stock-queries.ts";
import { shownVariants } from "./shown-variants.ts";

/** What the inventory is narrowed by. */
export interface InventoryFilters {
  query: string;
  stock: Stock | null;
  page: number;
}

export type StockedProduct = AnswerOf<typeof operations.listProducts>["products"][number];

const inventoryKey = ["inventory"] as const;

const mostIds = 100;

async function levelsOf(admin: AdminConsole, variantIds: number[], signal: AbortSignal): Promise<Level[]> {
  const levels: Level[] = [];
  for (let at = 0; at < variantIds.length; at += mostIds) {
    const variant_ids = variantIds.slice(at, at + mostIds);
    const list = (cursor: string | undefined) =>
      admin.inventory_levels.list({
        query: { variant_ids, limit: 250, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      });
    for await (const answer of walkCursor(list)) levels.push(...answer.inventory_levels);
  }
  return levels;
}

/** A page of products with the levels of the variants that it shows. */
export function useInventory({ query, stock, page }: InventoryFilters) {
  const admin = useAdminConsole();
  const asked = {
    page,
    limit: 20,
    // A change of stock moves no line from its place.
    sort: "title.asc",
    fields: "title,image_url,variants,inventory_management",
    ...(query === "" ? {} : { query }),
    ...(stock === null ? {} : { stock }),
  } as const;
  return useQuery({
    queryKey: [...inventoryKey, asked],
    queryFn: async ({ signal }) => {
      const answer = await admin.products.list({ query: asked, signal });
      const ids = answer.products.flatMap((product) => shownVariants(product).map(({ id }) => id));
      return { ...answer, levels: await levelsOf(admin, ids, signal) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Which level: a variant at a location. */
export interface LevelPlace {
  variant_id: number;
  location_id: number;
}

/** One level; null where the variant was never stocked. */
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

/** The movements of one level, the latest first, as far back as somebody asked. */
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
