import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { usePermissions } from "../use-permissions.ts";

const noTags: string[] = [];

type TaggedResource = OperationResponse<typeof operations.getTag>["tag"]["resource_type"];

/**
 * Return the names of the tags that are used most on a type of resource, such as products. The list is empty until it is
 * loaded, and for a person who may not view tags.
 */
export function useTagsInUse(resource_type: TaggedResource): string[] {
  const admin = useAdminConsole();
  const enabled = usePermissions()("tags.view");
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
  return data ?? noTags;
}
