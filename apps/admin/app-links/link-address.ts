import type { AnswerOf, operations } from "@souk/contract";

/** A link of an app, where the admin shows it. */
export type AppLink = AnswerOf<typeof operations.listAppLinks>["app_links"][number];

/** A link that is being opened, and the records it is opened with. */
export interface OpenedLink {
  id: number;
  ids: readonly number[];
}

/** Where a link leads within the admin's origin: to the page with the app's frame, or on to the app in a tab of its own. */
export function linkAddress(handle: string, { id, app }: AppLink, ids: readonly number[]): string {
  const chosen = ids.join(",");
  if (!app.embedded) return tabAddress(handle, { id, ids });
  return `/${handle}/apps/installed/${encodeURIComponent(app.client_id)}?link=${id}&ids=${chosen}`;
}

/** The address that signs a link anew and goes on to the app (INS-14). */
export function tabAddress(handle: string, { id, ids }: OpenedLink): string {
  return `/${handle}/apps/link/${id}?ids=${ids.join(",")}`;
}

/** The link that the page with an app's frame was opened by; null when by none, or the address was made up. */
export function openedLink({ link, ids }: { link: string; ids: string }): OpenedLink | null {
  if (!/^[1-9]\d{0,14}$/.test(link) || !/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(ids)) return null;
  return { id: Number(link), ids: ids.split(",").map(Number) };
}
