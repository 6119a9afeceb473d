import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

/** Load the stores of the signed-in account, as many as a switcher can show. */
export function useOwnStores() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["stores"],
    queryFn: ({ signal }) => admin.stores.list({ query: { limit: 100 }, signal }),
    staleTime: 60_000,
  });
}
