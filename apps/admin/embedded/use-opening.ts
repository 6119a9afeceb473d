import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import type { OpenedApp } from "./opened-app.ts";

/**
 * The address of an installed app's page, or of the link it was opened by, signed anew for each attempt and kept for no other
 * (INS-14).
 * @param attempt another number asks again
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
