import { type Client, walkPages } from "@souk/client";
import type { AdminLink } from "../app-options.ts";

/**
 * Puts the app's links into a shop's admin that are not there yet, and takes those away that an earlier release has left.
 *
 * @throws ApiError
 */
export async function keepLinks(api: Client, links: readonly AdminLink[]): Promise<void> {
  const missing = new Map(links.map((link) => [nameOf(link), link]));
  const left: number[] = [];
  for await (const { admin_links } of walkPages((page) =>
    api.admin_links.list({ query: { page, sort: "id.asc" } }),
  ))
    for (const link of admin_links) if (!missing.delete(nameOf(link))) left.push(link.id);
  for (const id of left) await api.admin_links.delete({ params: { id } });
  for (const body of missing.values()) await api.admin_links.create({ body });
}

function nameOf({ placement, label, url }: AdminLink): string {
  return JSON.stringify([placement, label, url]);
}
