import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type Parts = Pick<UseInfiniteQueryResult, "isFetching" | "refetch" | "fetchNextPage">;

/**
 * Load the next part of a list, after a running refresh has ended: it would be aborted, and new records
 * missed.
 */
export async function loadOlder({ isFetching, refetch, fetchNextPage }: Parts): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
