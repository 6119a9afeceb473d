import { throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { SignedIn, Store } from "../../../infrastructure/routing/call.ts";
import type { OpenAppResponse } from "../../installs/index.ts";
import type { CustomizationDeps } from "../customization-deps.ts";

/** A request to open a link. */
export interface OpenLinkRequest {
  store: Store;
  /** The id of the link. */
  id: number;
  /** The ids of the records that the person selected. */
  ids: readonly number[];
  /** The person who opens the link. */
  signed_in: SignedIn;
}

const statement = defineStatement(
  "admin_link_to_open",
  "select installation_id, url, placement from admin_links where store_id = $1 and id = $2",
);

/** The placements on list pages. All other placements are on the detail page of a record. */
const listPlacements: readonly string[] = ["orders", "products"];

/** Build the URL parameters that contain the selected ids. @throws ApiError `invalid` for `ids` */
function buildParameters(placement: string, ids: readonly number[]): Record<string, string> {
  if (listPlacements.includes(placement)) return { ids: ids.join(",") };
  if (ids.length !== 1)
    throwFieldError(
      "ids",
      "too_many",
      { max: 1 },
      `{field} must contain exactly one id, because the link is on a detail page.`,
    );
  return { id: String(ids[0]) };
}

/**
 * Build the URL that opens a link of an app, with the ids of the selected records and a new signature (INS-14). The ids give the
 * app no access to the records. Which records it can read depends only on the scopes of its token.
 *
 * @throws ApiError `not_found`; `invalid` for `ids`; `not_allowed` if the person has no access to the app; `conflict` if the app
 * is disabled, suspended or being uninstalled
 */
export async function openAppLink(
  db: Queryable,
  { store, id, ids, signed_in }: OpenLinkRequest,
  deps: Pick<CustomizationDeps, "installs">,
): Promise<OpenAppResponse> {
  const row = await db.maybeOne<{ installation_id: number; url: string; placement: string }>(statement, [
    store.id,
    id,
  ]);
  const link = row ?? throwApiError("not_found");
  const target = { path: link.url, parameters: buildParameters(link.placement, ids) };
  return deps.installs.openApp(db, { store, id: link.installation_id, signed_in, target });
}
