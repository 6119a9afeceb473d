import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type Parts = Pick<UseInfiniteQueryResult, "isFetching" | "refetch" | "fetchNextPage">;

/** Asks for the next part of a list. A refresh that is under way ends first: it would be broken off, and what is new missed. */
export async function loadOlder({ isFetching, refetch, fetchNextPage }: Parts): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
