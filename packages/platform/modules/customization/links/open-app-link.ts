import { throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { Opened } from "../../installs/index.ts";
import type { CustomizationDeps } from "../customization-deps.ts";

/** A link with the records that the person selected. */
export interface LinkOrder {
  store: Store;
  id: number;
  ids: readonly number[];
}

const statement = defineStatement(
  "admin_link_to_open",
  "select installation_id, url, placement from admin_links where store_id = $1 and id = $2",
);

/** The placements over a list; the others are on the page of one record. */
const ofLists: readonly string[] = ["orders", "products"];

function buildParameters(placement: string, ids: readonly number[]): Record<string, string> {
  if (ofLists.includes(placement)) return { ids: ids.join(",") };
  if (ids.length !== 1)
    throwFieldError(
      "ids",
      "too_many",
      { max: 1 },
      `{field} must have exactly one id for a link on the page of one record.`,
    );
  return { id: String(ids[0]) };
}

/**
 * Open a link of an app: build its URL, with a new signature, and the records it is opened with (INS-14). The
 * ids are those that the person selected; the app's token determines what the app may see of them.
 *
 * @throws ApiError not_found; invalid naming ids; conflict while the app is disabled, suspended or being
 *   uninstalled
 */
export async function openAppLink(
  db: Queryable,
  { store, id, ids }: LinkOrder,
  deps: Pick<CustomizationDeps, "installs">,
): Promise<Opened> {
  const row = await db.maybeOne<{ installation_id: number; url: string; placement: string }>(statement, [
    store.id,
    id,
  ]);
  const link = row ?? throwApiError("not_found");
  const at = { path: link.url, parameters: buildParameters(link.placement, ids) };
  return deps.installs.openApp(db, { store, id: link.installation_id, at });
}
