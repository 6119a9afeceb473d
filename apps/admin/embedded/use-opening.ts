import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

/**
 * The address of an installed app's page, signed anew for each attempt and kept for no other (INS-14).
 * @param attempt another number asks again
 */
export function useOpening(id: number, attempt: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["installs.open", id, attempt],
    queryFn: ({ signal }) => admin.installs.open({ params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
