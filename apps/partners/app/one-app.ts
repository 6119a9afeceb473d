import { usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

/** One app of the partner. */
export function useApp(id: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["app", id],
    queryFn: ({ signal }) => partners.apps.get({ params: { id }, signal }),
  });
}

/** Where merchants start its installation. */
export function useInstallLink(id: number) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["install_link", id],
    queryFn: ({ signal }) => partners.apps.install_link({ params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
