import { useAdminConsole } from "@souk/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { BalanceKind } from "./balance-kind.ts";

export const balanceKey = ({ name }: BalanceKind, customerId: number) =>
  ["balance", name, customerId] as const;

/** Load a balance with its newest changes. Fetching the next page loads older changes. */
export function useBalance(kind: BalanceKind, customerId: number) {
  const admin = useAdminConsole();
  return useInfiniteQuery({
    queryKey: balanceKey(kind, customerId),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => kind.loadHistory(admin, customerId, { page: pageParam, signal }),
    getNextPageParam: ({ page, page_count }) => (page < page_count ? page + 1 : undefined),
  });
}
