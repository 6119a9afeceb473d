import { walkPages } from "@souk/client";
import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";

export type Location = OperationResponse<typeof operations.getLocation>["location"];

/** Return whether the signed-in person may see the store's locations. */
export function useMaySeeLocations(): boolean {
  return useMay()("read_shipping", "read_products", "write_locations");
}

/** Load every location of the store, the primary one first. */
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

/** Return a function that names a location; by its id without permission or after it is gone. */
export function useLocationNames(): (id: number) => string {
  const { data } = useLocations({ enabled: useMaySeeLocations() });
  return (id) => data?.find((location) => location.id === id)?.name ?? texts.locations.unnamed({ id });
}

const locationKey = (id: number) => ["location", id] as const;

export function useLocation(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: locationKey(id),
    queryFn: ({ signal }) => admin.locations.get({ params: { id }, signal }),
  });
}

/** The queries that show locations; the former primary location changes with the new one. */
export const staleWithLocations = [["locations"], ["location"]] as const;

/** Return a function that shows a changed location at once. */
export function useShowLocation() {
  const queries = useQueryClient();
  return useCallback(
    (location: Location) => queries.setQueryData(locationKey(location.id), { location }),
    [queries],
  );
}
