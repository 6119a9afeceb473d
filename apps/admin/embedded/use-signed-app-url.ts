import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import type { OpenedLink } from "../app-links/link-url.ts";

type InstalledApp = OperationResponse<typeof operations.getInstalledApp>["app"];

/** An installed app that has a page. `link` is the app link through which it was opened; null if it was opened without one. */
export type OpenedApp = InstalledApp & { app_origin: string; link: OpenedLink | null };

/**
 * Load a signed URL of an installed app's page, or of the app link through which it was opened. Each URL is used only once
 * (INS-14).
 * @param attempt the number of this opening or reload of the app, from 0; each number loads a new URL
 */
export function useSignedAppUrl({ id, link }: OpenedApp, attempt: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["installs.open", id, link, attempt],
    queryFn: ({ signal }) =>
      link === null
        ? admin.installs.open({ params: { id }, signal })
        : admin.app_links.open({ params: { id: link.id }, body: { ids: [...link.recordIds] }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
