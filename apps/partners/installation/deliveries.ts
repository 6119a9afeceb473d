import { defineList, operations } from "@souk/contract";
import { type List, usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InstallationIds } from "./one-installation.ts";

/** The list of deliveries to an installation. */
export const deliveriesList = defineList(operations.listInstallationDeliveries.query, {
  filters: { state: "state", topic: "topic" },
  limit: 25,
});

/** The filter of deliveries; an empty value matches every delivery. */
export type DeliveryFilter = List<typeof deliveriesList>["filters"];

const refetchIntervalMs = 10_000;

/**
 * Load the last deliveries, the latest first, and older ones on demand. A refetch loads all loaded pages again. The list
 * is refetched every 10 seconds as long as only its first page is loaded.
 */
export function useDeliveries(params: InstallationIds, filter: List<typeof deliveriesList>["query"]) {
  const partners = usePartnerConsole();
  return useInfiniteQuery({
    queryKey: ["deliveries", params, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam === 0 ? {} : { before: pageParam }) };
      return partners.app_installations.deliveries({ params, query, signal });
    },
    getNextPageParam: ({ next_before }) => next_before,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? refetchIntervalMs : false),
  });
}
