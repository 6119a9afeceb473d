import { usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

/** Load the partner of the signed-in person. The loaded `partner` is null until the first app is registered. */
export function usePartner() {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["partner"],
    queryFn: ({ signal }) => partners.partners.own({ signal }),
    staleTime: 60_000,
  });
}
