import { walkPages } from "@souk/client";
import { locationViewRights, type OperationResponse, type operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";

export type Location = OperationResponse<typeof operations.getLocation>["location"];

/** Return whether the signed-in person may view the store's locations. */
export function useCanViewLocations(): boolean {
  return usePermissions()(...locationViewRights);
}

/** Load all locations of the store, the primary location first. */
export function useLocations({ enabled = true } = {}) {
  const admin = useAdminConsole();
  return useQuery({
    enabled,
    queryKey: ["locations"],
    queryFn: async ({ signal }) => {
      const list = (page: number) =>
        admin.locations.list({ query: { page, limit: 250, sort: "id.asc" }, signal });
      const allLocations: Location[] = [];
      for await (const { locations } of walkPages(list)) allLocations.push(...locations);
      return allLocations.sort((a, b) => Number(b.is_primary) - Number(a.is_primary) || a.id - b.id);
    },
    staleTime: 60_000,
  });
}

/**
 * Return a function that finds a location's name by id. It returns a text like "Location 7" if the location was
 * deleted or the person may not view locations.
 */
export function useLocationNameLookup(): (id: number) => string {
  const { data } = useLocations({ enabled: useCanViewLocations() });
  return (id) => data?.find((location) => location.id === id)?.name ?? texts.locations.unnamed({ id });
}

const locationKey = (id: number) => ["location", id] as const;

/** Load a location by id. */
export function useLocation(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: locationKey(id),
    queryFn: ({ signal }) => admin.locations.get({ params: { id }, signal }),
  });
}

/**
 * The key prefixes of all queries to refetch after a location changes. Setting a location as primary also changes the
 * previous primary location.
 */
export const queriesShowingLocations = [["locations"], ["location"]] as const;

/** Return a function that stores a changed location in the query cache, so that pages show it without loading it. */
export function useCacheLocation() {
  const queryClient = useQueryClient();
  return useCallback(
    (location: Location) => queryClient.setQueryData(locationKey(location.id), { location }),
    [queryClient],
  );
}
