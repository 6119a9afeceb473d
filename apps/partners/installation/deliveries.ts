import { defineList, operations } from "@souk/contract";
import { type List, usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InstallationIds } from "./one-installation.ts";

/** The definition of the list of deliveries to an installation: its filters and page size. */
export const deliveriesList = defineList(operations.listInstallationDeliveries.query, {
  filters: { state: "state", topic: "topic" },
  limit: 25,
});

/** The filter of deliveries; an empty value matches every delivery. */
export type DeliveryFilter = List<typeof deliveriesList>["filters"];

const refetchIntervalMs = 10_000;

/**
 * Load the latest deliveries, newest first, and older ones on demand. A refetch requests every loaded page again, so
 * the list is refetched every 10 seconds only as long as it has one page.
 */
export function useDeliveries(params: InstallationIds, listQuery: List<typeof deliveriesList>["query"]) {
  const partners = usePartnerConsole();
  return useInfiniteQuery({
    queryKey: ["deliveries", params, listQuery],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...listQuery, ...(pageParam === 0 ? {} : { before: pageParam }) };
      return partners.app_installations.deliveries({ params, query, signal });
    },
    getNextPageParam: ({ next_before }) => next_before,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? refetchIntervalMs : false),
  });
}
