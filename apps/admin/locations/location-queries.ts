import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

export type Location = AnswerOf<typeof operations.getLocation>["location"];

const locationKey = (id: number) => ["location", id] as const;

export function useLocation(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: locationKey(id),
    queryFn: ({ signal }) => admin.locations.get({ params: { id }, signal }),
  });
}

/** Tells every page that shows locations that one of them changed. */
export function useRefreshLocations() {
  const queries = useQueryClient();
  return useCallback(
    (changed?: Location) => {
      if (changed) queries.setQueryData(locationKey(changed.id), { location: changed });
      void queries.invalidateQueries({ queryKey: ["locations"] });
      // The former primary location changes with the new one.
      void queries.invalidateQueries({ queryKey: ["location"] });
    },
    [queries],
  );
}
