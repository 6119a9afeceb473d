import { usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

/** Load one app of the partner. */
export function useApp(id: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["app", id],
    queryFn: ({ signal }) => partners.apps.get({ params: { id }, signal }),
  });
}

/** Load the link where merchants start an app's installation. */
export function useInstallLink(id: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["install_link", id],
    queryFn: ({ signal }) => partners.apps.install_link({ params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
