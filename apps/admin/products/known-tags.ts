import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../use-may.ts";

const none: string[] = [];

type Tagged = OperationResponse<typeof operations.getTag>["tag"]["resource_type"];

/**
 * Load the names of the most used tags of a resource; empty until loaded, or without permission to see tags.
 */
export function useKnownTags(resource_type: Tagged): string[] {
  const admin = useAdminConsole();
  const enabled = useMay()("read_tags");
  const { data } = useQuery({
    queryKey: ["tags", resource_type],
    queryFn: async ({ signal }) => {
      const query = { resource_type, sort: "count.desc", limit: 250 } as const;
      const { tags } = await admin.tags.list({ query, signal });
      return tags.map(({ name }) => name);
    },
    staleTime: 60_000,
    enabled,
  });
  return data ?? none;
}
