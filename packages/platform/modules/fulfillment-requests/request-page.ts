import { refuse } from "@souk/contract";
import type { Database } from "@souk/database";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { appWorks } from "./app-works.ts";
import { isOpenable, type LinkRules } from "./read-answer.ts";

/** The link that a request was answered with, while its app may work in the store; null: none. */
async function linkOf(database: Database, storeId: number, id: number): Promise<string | null> {
  const { rows } = await database.query<{ url: string }>(
    `select r.answer->>'url' as url from fulfillment_requests r
     where r.store_id = $1 and r.id = $2 and r.status = 'linked' and ${appWorks}`,
    [storeId, id],
  );
  return rows[0]?.url ?? null;
}

async function show(database: Database, call: PageCall, rules: LinkRules): Promise<PageAnswer> {
  const store = call.store ?? refuse("store_not_found");
  const text = call.params.id ?? "";
  const url = /^[1-9]\d{0,14}$/.test(text) ? await linkOf(database, store.id, Number(text)) : null;
  const frame = url !== null && isOpenable(url, rules) ? { frameOrigin: new URL(url).origin } : {};
  return { status: 200, panel: "admin", ...frame };
}

/** FUL-2: the page that opens an answered link may frame the origin of that link and no other. */
export function fulfillmentRequestPages(rules: LinkRules): PageRoute[] {
  return [
    {
      host: "admin",
      method: "GET",
      path: "/:store/fulfillment-requests/:id",
      visitor: "member",
      handle: (database, call) => show(database, call, rules),
    },
  ];
}
