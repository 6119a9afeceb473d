import { walkPages } from "@souk/client";
import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

export type Location = AnswerOf<typeof operations.getLocation>["location"];

/** Every location of the shop, the primary one first. */
export function useLocations() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["locations"],
    queryFn: async ({ signal }) => {
      const list = (page: number) =>
        admin.locations.list({ query: { page, limit: 250, sort: "id.asc" }, signal });
      const all: Location[] = [];
      for await (const { locations } of walkPages(list)) all.push(...locations);
      return all.sort((a, b) => Number(b.is_primary) - Number(a.is_primary) || a.id - b.id);
    },
    staleTime: 60_000,
  });
}

const locationKey = (id: number) => ["location", id] as const;

export function useLocation(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: locationKey(id),
    queryFn: ({ signal }) => admin.locations.get({ params: { id }, signal }),
  });
}

/** What shows locations; the former primary location changes with the new one. */
export const staleWithLocations = [["locations"], ["location"]] as const;

/** Shows a changed location at once. */
export function useShowLocation() {
  const queries = useQueryClient();
  return useCallback(
    (location: Location) => queries.setQueryData(locationKey(location.id), { location }),
    [queries],
  );
}
