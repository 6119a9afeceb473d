import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Export = OperationResponse<typeof operations.getExport>["export"];

export const exportsKey = ["exports"] as const;

const pollIntervalMs = 1_000;

/** Return whether an export is queued or running. */
export const isInProgress = ({ status }: Pick<Export, "status">): boolean =>
  status === "queued" || status === "running";

/** Load a page of the store's exports, newest first, and poll it while one is queued or running. */
export function useExports(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...exportsKey, { page }],
    queryFn: ({ signal }) => admin.exports.list({ query: { page, limit: 20, sort: "id.desc" }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.exports.some(isInProgress) ? pollIntervalMs : false),
  });
}
