import { throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  buildStoreRoutePath,
  type PageCall,
  type PageResponse,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { appIsActiveCondition } from "./app-is-active.ts";
import { canOpenLink, type LinkRules } from "./parse-response.ts";

/** Load the link in the response to a request. Return null if there is no link or if the app is not active in the store. */
async function findLink(database: Database, storeId: number, id: number): Promise<string | null> {
  const row = await database.maybeOne<{ url: string }>(
    `select r.answer->>'url' as url from fulfillment_requests r
     where r.store_id = $1 and r.id = $2 and r.status = 'linked' and ${appIsActiveCondition}`,
    [storeId, id],
  );
  return row?.url ?? null;
}

async function handleRequestPage(
  database: Database,
  call: PageCall,
  rules: LinkRules,
): Promise<PageResponse> {
  const store = call.store ?? throwApiError("store_not_found");
  const idText = call.params.id ?? "";
  // An id of at most 15 digits is a safe integer.
  const url = /^[1-9]\d{0,14}$/.test(idText) ? await findLink(database, store.id, Number(idText)) : null;
  const frame = url !== null && canOpenLink(url, rules) ? { frameOrigin: new URL(url).origin } : {};
  return { status: 200, panel: "admin", ...frame };
}

/** Create the admin page that shows an app's link in a frame. The page can frame only the origin of that link (FUL-2). */
export function createFulfillmentRequestPages(rules: LinkRules): PageRoute[] {
  return [
    {
      host: "admin",
      method: "GET",
      path: buildStoreRoutePath("/fulfillment-requests/$id"),
      visitor: "member",
      handle: (database, call) => handleRequestPage(database, call, rules),
    },
  ];
}
