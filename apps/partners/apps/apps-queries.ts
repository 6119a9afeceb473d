import { usePartnerConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

const appsPerPage = 20;

/** Load one page of the partner's apps. */
export function useApps(page: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["apps", page],
    queryFn: ({ signal }) => partners.apps.list({ query: { page, limit: appsPerPage }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Load the summaries of the apps on one page. */
export function useAppSummaries(page: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["app_summaries", page],
    queryFn: ({ signal }) => partners.app_summaries.list({ query: { page, limit: appsPerPage }, signal }),
    placeholderData: keepPreviousData,
  });
}
