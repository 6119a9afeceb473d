import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

/** Load the stores of the signed-in account, up to the number that the store switcher shows. */
export function useAccountStores() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["stores"],
    queryFn: ({ signal }) => admin.stores.list({ query: { limit: 100 }, signal }),
    staleTime: 60_000,
  });
}
