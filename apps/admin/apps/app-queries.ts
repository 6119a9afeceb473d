import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type InstalledApp = OperationResponse<typeof operations.getInstalledApp>["app"];

/** The common prefix of the keys of all queries about installed apps, so that a change refetches all of them. */
export const installedKey = ["installs.list"] as const;

/** How often an app that is being uninstalled is polled, in milliseconds. */
const watchMs = 1_000;

/** Load a page of the store's apps; polled while one of them is being uninstalled. */
export function useInstalledApps(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...installedKey, { page }],
    queryFn: ({ signal }) => admin.installs.list({ query: { page, limit: 25 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.apps.some(isLeaving) ? watchMs : false),
  });
}

/** Load one app of the store by its client id; null if the store does not have it. */
export function useInstalledApp(clientId: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...installedKey, { client_id: clientId }],
    queryFn: async ({ signal }): Promise<InstalledApp | null> => {
      const { apps } = await admin.installs.list({ query: { client_id: clientId }, signal });
      return apps[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isLeaving(state.data) ? watchMs : false),
  });
}

/** Load the apps offered to the store: in development those of the platform, in production none. */
export function useAvailableApps() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["installs.available"],
    queryFn: ({ signal }) => admin.installs.available({ query: { limit: 50 }, signal }),
  });
}

function isLeaving({ status }: InstalledApp): boolean {
  return status === "uninstalling";
}
