import { walkPages } from "@souk/client";
import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Collection = OperationResponse<typeof operations.getCollection>["collection"];

/** The fields of a collection that a select input needs. */
export type CollectionOption = Pick<Collection, "id" | "title" | "parent_id">;

export const collectionKey = (id: number) => ["collections", "one", id] as const;

/** Load all collections of the store, sorted by title, as the options of a select input. */
export function useAllCollections() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["collections", "all"],
    queryFn: async ({ signal }) => {
      const list = (page: number) =>
        admin.collections.list({
          query: { page, limit: 250, sort: "id.asc", fields: "title,parent_id" },
          signal,
        });
      const allCollections: CollectionOption[] = [];
      for await (const { collections } of walkPages(list)) allCollections.push(...collections);
      return allCollections.sort((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
    },
    staleTime: 30_000,
  });
}
