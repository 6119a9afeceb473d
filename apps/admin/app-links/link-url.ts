import { joinPagePath, type OperationResponse, type operations } from "@souk/contract";
import { buildAppEntryPath, toStorePage } from "../page-urls.ts";

/** An app's link in the admin. */
export type AppLink = OperationResponse<typeof operations.listAppLinks>["app_links"][number];

/** The id of a link that is being opened, and the ids of the records it is opened with. */
export interface OpenedLink {
  id: number;
  recordIds: readonly number[];
}

/**
 * Build the URL at which the admin opens an app's link: for an embedded app, the page with the app's frame; for an app
 * that isn't embedded, the URL that redirects to the app.
 */
export function buildLinkUrl(
  storeHandle: string,
  { id, app }: AppLink,
  recordIds: readonly number[],
): string {
  if (!app.embedded) return buildLinkRedirectUrl(storeHandle, { id, recordIds });
  const { client_id } = app;
  const page = toStorePage(
    "/apps/installed/$client_id",
    { client_id },
    { link: id, ids: recordIds.join(",") },
  );
  return joinPagePath(`/${storeHandle}`, page);
}

/** Build the URL at which the server signs the link and redirects to the app (INS-14). */
export function buildLinkRedirectUrl(storeHandle: string, { id, recordIds }: OpenedLink): string {
  return buildAppEntryPath(storeHandle, "/apps/link/$id", { id }, { ids: recordIds.join(",") });
}

/**
 * Read the app link that opened a page, and the ids of the link's records, from the page's search parameters. Return null
 * if no link opened the page or if a parameter is invalid.
 */
export function parseOpenedLink({ link, ids }: { link: string; ids: string }): OpenedLink | null {
  if (!/^[1-9]\d{0,14}$/.test(link) || !/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(ids)) return null;
  return { id: Number(link), recordIds: ids.split(",").map(Number) };
}
