import { type Client, walkPages } from "@souk/client";
import type { AdminLink } from "../app-options.ts";

/**
 * Create the app's missing links in a store's admin, and delete the app's links that are not in the list.
 *
 * @throws ApiError if the API rejects a call
 */
export async function syncLinks(api: Client, links: readonly AdminLink[]): Promise<void> {
  // Begin with all links. The loop below removes each link that the store already has.
  const linksToCreate = new Map(links.map((link) => [getLinkKey(link), link]));
  const obsoleteIds: number[] = [];
  for await (const { admin_links } of walkPages((page) =>
    api.admin_links.list({ query: { page, sort: "id.asc" } }),
  )) {
    for (const link of admin_links) {
      const isWanted = linksToCreate.delete(getLinkKey(link));
      if (!isWanted) obsoleteIds.push(link.id);
    }
  }
  for (const id of obsoleteIds) await api.admin_links.delete({ params: { id } });
  for (const body of linksToCreate.values()) await api.admin_links.create({ body });
}

function getLinkKey({ placement, label, url }: AdminLink): string {
  return JSON.stringify([placement, label, url]);
}
