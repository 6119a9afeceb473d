import { ApiError, buildPagePath, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { page } from "../../../infrastructure/pages/layout.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { html } from "../../../infrastructure/routing/html.ts";
import {
  buildStoreRoutePath,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../../infrastructure/routing/page.ts";
import { withSignIn } from "../../installs/index.ts";
import type { CustomizationDeps } from "../customization-deps.ts";
import { openAppLink } from "./open-app-link.ts";

/** Pattern of an id; several are joined by commas, at most as many as the operation accepts. */
const oneId = /^[1-9]\d{0,14}$/;
const someIds = /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,249}$/;

function readIds({ query }: PageCall): string {
  return query.findLast(([name]) => name === "ids")?.[1] ?? "";
}

function sorry(call: PageCall, { host_url }: Store, sentence: string): PageAnswer {
  const title = "This link cannot be opened";
  const body = html`<h1>${title}</h1><p>${sentence}</p>
<p class="actions"><a class="button quiet" href="${host_url}">Back to the store</a></p>`;
  return { status: 404, html: page({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

const linkRemoved = "The app deleted the link, or the app was uninstalled.";

async function open(
  database: Database,
  { call, store }: { call: PageCall; store: Store },
  deps: Pick<CustomizationDeps, "installs">,
): Promise<PageAnswer> {
  const id = call.params.id ?? "";
  const ids = readIds(call);
  if (!oneId.test(id) || !someIds.test(ids)) return sorry(call, store, linkRemoved);
  try {
    const order = { store, id: Number(id), ids: ids.split(",").map(Number) };
    return { redirect: (await openAppLink(database, order, deps)).open.url };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return sorry(call, store, error.code === "conflict" ? error.message : linkRemoved);
  }
}

/**
 * Create the page that opens an app by one of its links in a new tab, with a new signature each time
 * (INS-14).
 */
export function linkPages(deps: Pick<CustomizationDeps, "installs">): PageRoute[] {
  return [
    {
      host: "admin",
      method: "GET",
      path: buildStoreRoutePath("/apps/link/$id"),
      // `anyone`: it leads to another origin, so it sends to the sign-in page itself, see `onTheWay`.
      visitor: "anyone",
      handle: (database, call) => {
        const id = call.params.id ?? throwApiError("not_found");
        const address = buildPagePath("/apps/link/$id", { id }, { ids: readIds(call) });
        return withSignIn(call, address, (store) => open(database, { call, store }, deps));
      },
    },
  ];
}
