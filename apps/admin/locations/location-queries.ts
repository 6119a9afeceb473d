import { walkPages } from "@souk/client";
import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useMay } from "../use-may.ts";
import { strings } from "./strings.ts";

export type Location = AnswerOf<typeof operations.getLocation>["location"];

/** Whether the signed-in person may see the shop's locations. */
export function useMaySeeLocations(): boolean {
  return useMay()("read_shipping", "read_products", "write_locations");
}

/** Every location of the shop, the primary one first. */
export function useLocations({ enabled = true } = {}) {
  const admin = useAdminConsole();
  return useQuery({
    enabled,
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

/** What locations are called, also to who may not see them or after one is gone: then by its id. */
export function useLocationNames(): (id: number) => string {
  const { data } = useLocations({ enabled: useMaySeeLocations() });
  return (id) => data?.find((location) => location.id === id)?.name ?? strings.unnamed(id);
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
