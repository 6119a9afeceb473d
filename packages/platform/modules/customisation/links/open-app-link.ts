import { refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { type InstallsWiring, type Opened, openApp } from "../../installs/index.ts";

/** A link and the records that somebody chose. */
export interface LinkOrder {
  store: Store;
  id: number;
  ids: readonly number[];
}

const statement = {
  name: "admin_link_to_open",
  text: "select installation_id, url, placement from admin_links where store_id = $1 and id = $2",
};

/** Placements over a list; the others are on the page of one record. */
const ofLists: readonly string[] = ["orders", "products"];

function parameterOf(placement: string, ids: readonly number[]): Record<string, string> {
  if (ofLists.includes(placement)) return { ids: ids.join(",") };
  if (ids.length !== 1)
    refuseField("ids", `has ${ids.length} records; a link on the page of one record takes exactly one`);
  return { id: String(ids[0]) };
}

/**
 * Opens a link of an app: its address, signed anew, with the records it is opened with (INS-14). The ids are what the person
 * chose; what the app may see of them its token decides.
 *
 * @throws Refusal not_found; invalid naming ids; conflict while the app is disabled, suspended or being uninstalled
 */
export async function openAppLink(
  run: Queryable,
  { store, id, ids }: LinkOrder,
  wiring: InstallsWiring,
): Promise<Opened> {
  const { rows } = await run.query<{ installation_id: number; url: string; placement: string }>(statement, [
    store.id,
    id,
  ]);
  const link = rows[0] ?? refuse("not_found");
  const at = { path: link.url, parameters: parameterOf(link.placement, ids) };
  return openApp(run, { store, id: link.installation_id, at }, wiring);
}
