import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type InstalledApp = AnswerOf<typeof operations.getInstalledApp>["app"];

/** What every question about the installed apps begins with, so that a change asks all of them anew. */
export const installedKey = ["installs.list"] as const;

/** How often an app that is being uninstalled is looked at, in milliseconds. */
const watchMs = 1_000;

/** A page of the shop's apps; looked at again and again while one of them is on its way out. */
export function useInstalledApps(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: [...installedKey, { page }],
    queryFn: ({ signal }) => admin.installs.list({ query: { page, limit: 25 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.apps.some(isLeaving) ? watchMs : false),
  });
}

/** One app of the shop by its client id; null when the shop does not have it. */
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

/** The apps that the shop is offered: in development those of the platform, in production none. */
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
