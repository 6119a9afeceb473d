import { joinPagePath, type OperationResponse, type operations } from "@souk/contract";
import { buildAppEntryPath, toStorePage } from "../page-urls.ts";

/** An app's link in the admin. */
export type AppLink = OperationResponse<typeof operations.listAppLinks>["app_links"][number];

/** The id of a link that is being opened, and the ids of the records it is opened with. */
export interface OpenedLink {
  id: number;
  ids: readonly number[];
}

/**
 * Build the URL of a link on the admin's origin: of the page with the app's frame, or, for an app that isn't embedded, of
 * the redirect that opens the app in a new tab.
 */
export function buildLinkUrl(handle: string, { id, app }: AppLink, ids: readonly number[]): string {
  if (!app.embedded) return buildTabUrl(handle, { id, ids });
  const { client_id } = app;
  const page = toStorePage("/apps/installed/$client_id", { client_id }, { link: id, ids: ids.join(",") });
  return joinPagePath(`/${handle}`, page);
}

/** Build the URL at which the server signs the link and redirects to the app (INS-14). */
export function buildTabUrl(handle: string, { id, ids }: OpenedLink): string {
  return buildAppEntryPath(handle, "/apps/link/$id", { id }, { ids: ids.join(",") });
}

/** Read from the page's search parameters which link opened it; null if no link did or if a parameter is invalid. */
export function parseOpenedLink({ link, ids }: { link: string; ids: string }): OpenedLink | null {
  if (!/^[1-9]\d{0,14}$/.test(link) || !/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(ids)) return null;
  return { id: Number(link), ids: ids.split(",").map(Number) };
}
