import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Activity = AnswerOf<typeof operations.getActivity>["activity"];
export type ActivityEntry = Activity["entries"][number];

/** What happened in the shop in the last days, asked anew each minute. */
export function useActivity(days: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["activity", days],
    queryFn: ({ signal }) => admin.activity.get({ query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
