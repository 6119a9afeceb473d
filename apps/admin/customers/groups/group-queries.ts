import { walkPages } from "@souk/client";
import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type CustomerGroup = OperationResponse<typeof operations.getCustomerGroup>["customer_group"];

export const groupKey = (id: number) => ["customer_group", id] as const;

/** Load all customer groups, sorted by name, as the options of a select input. */
export function useAllGroups() {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["customer_groups", "all"],
    queryFn: async ({ signal }) => {
      const list = (page: number) =>
        admin.customer_groups.list({ query: { page, limit: 250, sort: "name.asc" }, signal });
      const allGroups: CustomerGroup[] = [];
      for await (const { customer_groups } of walkPages(list)) allGroups.push(...customer_groups);
      return allGroups;
    },
    staleTime: 60_000,
  });
}

/** Load a customer group by id. */
export function useGroup(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: groupKey(id),
    queryFn: ({ signal }) => admin.customer_groups.get({ params: { id }, signal }),
  });
}
