import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type ListQuery = Pick<UseInfiniteQueryResult, "isFetching" | "refetch" | "fetchNextPage">;

/**
 * Load the next page of an infinite list, which has older records. A running refetch finishes first. Otherwise loading the
 * page would cancel the refetch, and new records would be missing.
 */
export async function loadOlder({ isFetching, refetch, fetchNextPage }: ListQuery): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
