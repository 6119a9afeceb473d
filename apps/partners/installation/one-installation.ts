import { topics } from "@souk/contract";
import { usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIdParam } from "../app/id-param.ts";

/** The ids of an installation, as the address of its page names it. */
export interface InstallationIds {
  id: number;
  installation_id: number;
}

const lookEvery = 10_000;

/** Return the ids in the page's address. */
export function useInstallationIds(): InstallationIds {
  return { id: useIdParam("id"), installation_id: useIdParam("installation_id") };
}

/** Load the installation of a page. */
export function useInstallation(params: InstallationIds) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["installation", params],
    queryFn: ({ signal }) => partners.app_installations.get({ params, signal }),
  });
}

/** Load one page of an installation's webhook subscriptions, with the current health of each. */
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

/**
 * Return the topics that its deliveries can have, those of its first subscriptions first: the catalog does
 * not know all of them.
 */
export function useTopicNames(ids: InstallationIds): string[] {
  const subscribed = useWebhooks(ids, 1).data?.webhooks.map(({ topic }) => topic) ?? [];
  return [...new Set([...subscribed, ...Object.keys(topics)])];
}

/** Queries refetched once something was replayed. */
export const whatReplayChanges = [["deliveries"], ["webhooks"], ["delivery_hours"]] as const;
