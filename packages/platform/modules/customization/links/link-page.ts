import { ApiError, buildPagePath, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { renderPage } from "../../../infrastructure/pages/layout.ts";
import type { SignedIn, Store } from "../../../infrastructure/routing/call.ts";
import { html } from "../../../infrastructure/routing/html.ts";
import {
  buildStoreRoutePath,
  type PageCall,
  type PageResponse,
  type PageRoute,
} from "../../../infrastructure/routing/page.ts";
import { withSignIn } from "../../installs/index.ts";
import type { CustomizationDeps } from "../customization-deps.ts";
import { openAppLink } from "./open-app-link.ts";

/** An id of at most 15 digits, so that a JavaScript number holds it exactly. */
const idPattern = /^[1-9]\d{0,14}$/;
/** Ids joined by commas, at most as many as `openAppLink` of the API accepts. */
const idsPattern = /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,249}$/;

function readIds({ query }: PageCall): string {
  return query.findLast(([name]) => name === "ids")?.[1] ?? "";
}

function buildErrorPage(call: PageCall, { host_url }: Store, message: string): PageResponse {
  const title = "This link cannot be opened";
  const body = html`<h1>${title}</h1><p>${message}</p>
<p class="actions"><a class="button quiet" href="${host_url}">Back to the store</a></p>`;
  return { status: 404, html: renderPage({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

const deletedMessage = "The app deleted the link, or the app was uninstalled.";

async function redirectToLink(
  database: Database,
  { call, store, signedIn }: { call: PageCall; store: Store; signedIn: SignedIn },
  deps: Pick<CustomizationDeps, "installs">,
): Promise<PageResponse> {
  const id = call.params.id ?? "";
  const ids = readIds(call);
  if (!idPattern.test(id) || !idsPattern.test(ids)) return buildErrorPage(call, store, deletedMessage);
  try {
    const request = { store, id: Number(id), ids: ids.split(",").map(Number), signed_in: signedIn };
    return { redirect: (await openAppLink(database, request, deps)).open.url };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hasReason = error.code === "conflict" || error.code === "not_allowed";
    return buildErrorPage(call, store, hasReason ? error.message : deletedMessage);
  }
}

/**
 * Create the page that opens a link of an app in a new tab. It redirects to the link's URL, with a new signature each time
 * (INS-14).
 */
export function createLinkPages(deps: Pick<CustomizationDeps, "installs">): PageRoute[] {
  return [
    {
      host: "admin",
      method: "GET",
      path: buildStoreRoutePath("/apps/link/$id"),
      // `anyone`, because `withSignIn` redirects to the sign-in page itself. `redirectToSignIn` says why a plain redirect does
      // not work.
      visitor: "anyone",
      handle: (database, call) => {
        const id = call.params.id ?? throwApiError("not_found");
        const path = buildPagePath("/apps/link/$id", { id }, { ids: readIds(call) });
        return withSignIn(call, path, (store, signedIn) =>
          redirectToLink(database, { call, store, signedIn }, deps),
        );
      },
    },
  ];
}
