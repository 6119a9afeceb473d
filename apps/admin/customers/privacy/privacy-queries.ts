import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type PrivacyRequest = OperationResponse<typeof operations.getPrivacyRequest>["privacy_request"];

export const privacyKey = ["privacy_requests"] as const;

const pollIntervalMs = 3_000;

/** Load a page of privacy requests, newest first, and poll it while one of its requests still lacks an app's response. */
export function usePrivacyRequests(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...privacyKey, { page }],
    queryFn: ({ signal }) => admin.privacy_requests.list({ query: { page, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.privacy_requests.some(({ is_completed }) => !is_completed) ? pollIntervalMs : false,
  });
}
