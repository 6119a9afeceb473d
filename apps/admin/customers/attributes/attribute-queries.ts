import { ApiError, walkPages } from "@souk/client";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../use-may.ts";
import type { Attribute } from "./attribute-specs.ts";

export const attributesKey = ["customer_attributes"] as const;

/** Queries refetched when a custom field is added, changed or removed. */
export const staleWithAttributes = [attributesKey, ["customer_attribute"], ["customer"]] as const;

/** Load every custom field of customers, in the order they were added; none without permission (CUS-3). */
export function useAllAttributes() {
  const admin = useAdminConsole();
  const may = useMay()("read_customer_attributes");
  return useQuery({
    queryKey: [...attributesKey, "all", may],
    queryFn: async ({ signal }) => {
      if (!may) return [];
      const list = (page: number) =>
        admin.customer_attributes.list({ query: { page, limit: 250, sort: "id.asc" }, signal });
      const all: Attribute[] = [];
      try {
        for await (const { customer_attributes } of walkPages(list)) all.push(...customer_attributes);
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return [];
        throw error;
      }
      return all;
    },
    staleTime: 60_000,
  });
}

/** Load one custom field. */
export function useAttribute(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["customer_attribute", id],
    queryFn: ({ signal }) => admin.customer_attributes.get({ params: { id }, signal }),
  });
}
