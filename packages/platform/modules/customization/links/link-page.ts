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
/** Ids joined by commas, at most as many as the API operation `openAppLink` accepts. */
const idsPattern = /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,249}$/;

/** Return the query parameter `ids`: ids joined by commas, or an empty text if it is absent. */
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

/** Redirect to the URL of the link in the path, or show an error page. */
async function redirectToLink(
  database: Database,
  { call, store, signedIn }: { call: PageCall; store: Store; signedIn: SignedIn },
  deps: Pick<CustomizationDeps, "installs">,
): Promise<PageResponse> {
  const id = call.params.id ?? "";
  const idsText = readIds(call);
  if (!idPattern.test(id) || !idsPattern.test(idsText)) return buildErrorPage(call, store, deletedMessage);
  try {
    const ids = idsText.split(",").map(Number);
    const request = { store, id: Number(id), ids, signed_in: signedIn };
    return { redirect: (await openAppLink(database, request, deps)).open.url };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isExplained = error.code === "conflict" || error.code === "not_allowed";
    return buildErrorPage(call, store, isExplained ? error.message : deletedMessage);
  }
}

/**
 * Create the route of the page that opens a link of an app in a new tab. The page redirects to the link's URL, with
 * a new signature each time (INS-14).
 */
export function createLinkPages(deps: Pick<CustomizationDeps, "installs">): PageRoute[] {
  return [
    {
      host: "admin",
      method: "GET",
      path: buildStoreRoutePath("/apps/link/$id"),
      // `anyone`, because `withSignIn` itself redirects to the sign-in page and, after sign-in, returns a page that forwards the
      // browser to the app. Chromium would block a redirect from the sign-in form to the app (see `redirectToSignIn`).
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
