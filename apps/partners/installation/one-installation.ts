import { topics } from "@souk/contract";
import { usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIdParam } from "../app/use-id-param.ts";

/** The ids in the URL of an installation's page: `id` is the app's id. */
export interface InstallationIds {
  id: number;
  installation_id: number;
}

const refetchIntervalMs = 10_000;

/** Return the ids in the page's URL. */
export function useInstallationIds(): InstallationIds {
  return { id: useIdParam("id"), installation_id: useIdParam("installation_id") };
}

/** Load an installation. */
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
    refetchInterval: refetchIntervalMs,
  });
}

/**
 * Return the topics that the installation's deliveries can have. The subscribed topics come first. Some of them
 * may be missing from the platform's list of topics.
 */
export function useTopicNames(ids: InstallationIds): string[] {
  const subscribedTopics = useWebhooks(ids, 1).data?.webhooks.map(({ topic }) => topic) ?? [];
  return [...new Set([...subscribedTopics, ...Object.keys(topics)])];
}

/** The keys of the queries to refetch after a replay. */
export const queriesChangedByReplay = [["deliveries"], ["webhooks"], ["delivery_hours"]] as const;
