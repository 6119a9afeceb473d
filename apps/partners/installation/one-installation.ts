import { topics } from "@souk/contract";
import { usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIdParam } from "../app/id-param.ts";

/** An installation as the address of its page names it. */
export interface InstallationIds {
  id: number;
  installation_id: number;
}

const lookEvery = 10_000;

/** What the address names. */
export function useInstallationIds(): InstallationIds {
  return { id: useIdParam("id"), installation_id: useIdParam("installation_id") };
}

/** The installation of a page. */
export function useInstallation(params: InstallationIds) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["installation", params],
    queryFn: ({ signal }) => partners.app_installations.get({ params, signal }),
  });
}

/** One page of its webhook subscriptions, and how sending to each goes now. */
export function useWebhooks(params: InstallationIds, page: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["webhooks", params, page],
    queryFn: ({ signal }) =>
      partners.app_installations.webhooks({ params, query: { page, limit: 25 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
}

/** The topics that its deliveries may be of, those of its first subscriptions first: the catalogue does not know all of them. */
export function useTopicNames(ids: InstallationIds): string[] {
  const subscribed = useWebhooks(ids, 1).data?.webhooks.map(({ topic }) => topic) ?? [];
  return [...new Set([...subscribed, ...Object.keys(topics)])];
}

/** What is asked anew once something was replayed. */
export const whatReplayChanges = [["deliveries"], ["webhooks"], ["delivery_hours"]] as const;
