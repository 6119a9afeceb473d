import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import type { OpenedLink } from "../app-links/link-address.ts";

type InstalledApp = OperationResponse<typeof operations.getInstalledApp>["app"];

/** An installed app that has a page, and the link that opened it; null when no link did. */
export type OpenedApp = InstalledApp & { app_origin: string; link: OpenedLink | null };

/**
 * Load the address of an installed app's page, or of the link it was opened by, signed for each attempt and never reused
 * (INS-14).
 * @param attempt another number requests a new address
 */
export function useOpening({ id, link }: OpenedApp, attempt: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["installs.open", id, link, attempt],
    queryFn: ({ signal }) =>
      link === null
        ? admin.installs.open({ params: { id }, signal })
        : admin.app_links.open({ params: { id: link.id }, body: { ids: [...link.ids] }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
