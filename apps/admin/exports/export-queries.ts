import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Export = AnswerOf<typeof operations.getExport>["export"];

export const exportsKey = ["exports"] as const;

export const isUnderWay = ({ status }: Pick<Export, "status">): boolean =>
  status === "queued" || status === "running";

/** The exports of the shop, the latest first, asked again while one is under way. */
export function useExports(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...exportsKey, { page }],
    queryFn: ({ signal }) => admin.exports.list({ query: { page, limit: 20, sort: "id.desc" }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? 1_000 : false),
  });
}
