import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Export = OperationResponse<typeof operations.getExport>["export"];

export const exportsKey = ["exports"] as const;

export const isUnderWay = ({ status }: Pick<Export, "status">): boolean =>
  status === "queued" || status === "running";

/** Load the store's exports, the latest first, polled while one is running. */
export function useExports(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...exportsKey, { page }],
    queryFn: ({ signal }) => admin.exports.list({ query: { page, limit: 20, sort: "id.desc" }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? 1_000 : false),
  });
}
