import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type ListQuery = Pick<UseInfiniteQueryResult, "isFetching" | "refetch" | "fetchNextPage">;

/**
 * Load the next page of an infinite list. A running refetch finishes first, because loading would cancel it
 * and new records would be missing.
 */
export async function loadOlder({ isFetching, refetch, fetchNextPage }: ListQuery): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
