import { ApiError, walkPages } from "@souk/client";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { usePermissions } from "../../use-permissions.ts";
import type { Attribute } from "./attribute-specs.ts";

export const attributesKey = ["customer_attributes"] as const;

/**
 * The key prefixes of all queries to refetch after a custom field (`customer_attributes` in the API) is added or changed.
 */
export const queriesShowingAttributes = [attributesKey, ["customer_attribute"], ["customer"]] as const;

/** Load all custom fields of customers, oldest first. Load none if the user may not read them (CUS-3). */
export function useAllAttributes() {
  const admin = useAdminConsole();
  const canRead = usePermissions()("customer_attributes.view");
  return useQuery({
    queryKey: [...attributesKey, "all", canRead],
    queryFn: async ({ signal }) => {
      if (!canRead) return [];
      const list = (page: number) =>
        admin.customer_attributes.list({ query: { page, limit: 250, sort: "id.asc" }, signal });
      const allAttributes: Attribute[] = [];
      try {
        for await (const { customer_attributes } of walkPages(list))
          allAttributes.push(...customer_attributes);
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return [];
        throw error;
      }
      return allAttributes;
    },
    staleTime: 60_000,
  });
}

/** Load a custom field of customers by id. */
export function useAttribute(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["customer_attribute", id],
    queryFn: ({ signal }) => admin.customer_attributes.get({ params: { id }, signal }),
  });
}
