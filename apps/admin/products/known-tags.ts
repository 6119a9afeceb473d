import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

const none: string[] = [];

/** The names of the tags that most products bear; empty until they are known, or for who may not see tags. */
export function useKnownTags(): string[] {
  const admin = useAdminConsole();
  const { data } = useQuery({
    queryKey: ["tags"],
    queryFn: async ({ signal }) => {
      const query = { resource_type: "product", sort: "count.desc", limit: 250 } as const;
      const { tags } = await admin.tags.list({ query, signal });
      return tags.map(({ name }) => name);
    },
    staleTime: 60_000,
  });
  return data ?? none;
}
