import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type ListQuery = Pick<UseInfiniteQueryResult, "isFetching" | "refetch" | "fetchNextPage">;

/** Load the next part of a list. A refresh that is running ends first, because loading would abort it and miss new records. */
export async function loadOlder({ isFetching, refetch, fetchNextPage }: ListQuery): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
