import { usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InstallationIds } from "./one-installation.ts";

/** Which deliveries are shown; an empty text takes any. */
export interface DeliveryFilter {
  state: string;
  topic: string;
}

const perPage = 25;
const lookEvery = 10_000;

/**
 * The last deliveries, the latest first, and older ones on demand. Asked anew it keeps every part that was loaded. By itself
 * it looks for news only while nothing older was loaded.
 */
export function useDeliveries(params: InstallationIds, { state, topic }: DeliveryFilter) {
  const partners = usePartnerConsole();
  const filter = { ...(state === "" ? {} : { state }), ...(topic === "" ? {} : { topic }) };
  return useInfiniteQuery({
    queryKey: ["deliveries", params, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: perPage, ...(pageParam === 0 ? {} : { before: pageParam }) };
      return partners.app_installations.deliveries({ params, query, signal });
    },
    getNextPageParam: ({ next_before }) => next_before,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? lookEvery : false),
  });
}
