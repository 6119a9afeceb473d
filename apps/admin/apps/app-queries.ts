import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type InstalledApp = OperationResponse<typeof operations.getInstalledApp>["app"];

/** The common key prefix of all queries for installed apps, so that one invalidation refetches all of them. */
export const installedAppsKey = ["installs.list"] as const;

/** The polling interval while an app is being uninstalled, in milliseconds. */
const pollIntervalMs = 1_000;

/** Load a page of the store's apps, and poll it while one of them is being uninstalled. */
export function useInstalledApps(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...installedAppsKey, { page }],
    queryFn: ({ signal }) => admin.installs.list({ query: { page, limit: 25 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.apps.some(isUninstalling) ? pollIntervalMs : false),
  });
}

/** Load the store's first 250 installed apps. This is the maximum size of a page in the API. */
export function useFirstInstalledApps() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...installedAppsKey, "first"],
    queryFn: ({ signal }) => admin.installs.list({ query: { limit: 250 }, signal }),
  });
}

/** Load an installed app by its client id (null if it is not installed), and poll it while it is being uninstalled. */
export function useInstalledApp(clientId: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...installedAppsKey, { client_id: clientId }],
    queryFn: async ({ signal }): Promise<InstalledApp | null> => {
      const { apps } = await admin.installs.list({ query: { client_id: clientId }, signal });
      return apps[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isUninstalling(state.data) ? pollIntervalMs : false),
  });
}

/**
 * Load the apps that the store can install with a click: in development all apps of the platform, in production none.
 */
export function useAvailableApps() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["installs.available"],
    queryFn: ({ signal }) => admin.installs.available({ query: { limit: 50 }, signal }),
  });
}

function isUninstalling({ status }: InstalledApp): boolean {
  return status === "uninstalling";
}
