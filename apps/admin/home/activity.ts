import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Activity = OperationResponse<typeof operations.getActivity>["activity"];
export type ActivityEntry = Activity["entries"][number];

const refetchIntervalMs = 60_000;

/** Load the store's activity in the last `days` days, and refetch it every minute. */
export function useActivity(days: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["activity", days],
    queryFn: ({ signal }) => admin.activity.get({ query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
}
