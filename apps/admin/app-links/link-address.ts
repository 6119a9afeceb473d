import { joinPagePath, type OperationResponse, type operations } from "@souk/contract";
import { buildGatewayPath, toStorePage } from "../page-addresses.ts";

/** A link of an app, where the admin shows it. */
export type AppLink = OperationResponse<typeof operations.listAppLinks>["app_links"][number];

/** A link that is being opened, and the records it is opened with. */
export interface OpenedLink {
  id: number;
  ids: readonly number[];
}

/** Return a link's target in the admin's origin: the page with the app's frame, or the app in its own tab. */
export function linkAddress(handle: string, { id, app }: AppLink, ids: readonly number[]): string {
  if (!app.embedded) return tabAddress(handle, { id, ids });
  const { client_id } = app;
  const page = toStorePage("/apps/installed/$client_id", { client_id }, { link: id, ids: ids.join(",") });
  return joinPagePath(`/${handle}`, page);
}

/** Return the address that signs a new link and continues to the app (INS-14). */
export function tabAddress(handle: string, { id, ids }: OpenedLink): string {
  return buildGatewayPath(handle, "/apps/link/$id", { id }, { ids: ids.join(",") });
}

/** Return the link that opened the page with an app's frame; null if there was none or the address is invalid. */
export function openedLink({ link, ids }: { link: string; ids: string }): OpenedLink | null {
  if (!/^[1-9]\d{0,14}$/.test(link) || !/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(ids)) return null;
  return { id: Number(link), ids: ids.split(",").map(Number) };
}
