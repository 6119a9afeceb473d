import { buildPagePath } from "@souk/contract";
import type { Database } from "@souk/database";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import {
  buildRoutePath,
  buildStoreRoutePath,
  type PageCall,
  type PageResponse,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { buildAppSuspendedMessage } from "../../infrastructure/suspension.ts";
import { listOwnStores } from "../stores/index.ts";
import { hasAppAccess } from "./app-access.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import { buildAppUrl } from "./build-app-url.ts";
import { selectInstallationOfApp } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { buildNoAppAccessPage } from "./no-app-access-page.ts";
import {
  buildContinuePage,
  isReturningFromSignIn,
  redirectToSignIn,
  withSignIn,
} from "./sign-in-redirect.ts";

/** The maximum number of stores that the page for choosing a store lists. */
const maxStores = 250;

function buildPage(call: PageCall, status: number, title: string, body: Html): PageResponse {
  return { status, html: renderPage({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

function buildUnknownAppPage(call: PageCall): PageResponse {
  const body = html`<h1>App not found</h1>
<p>This install link is not valid. Ask the app's developer for a new link.</p>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return buildPage(call, 404, "App not found", body);
}

function buildSuspendedAppPage(call: PageCall, app: AppRow): PageResponse {
  const body = html`<h1>This app is suspended</h1>
<p>${buildAppSuspendedMessage(app.name)} It cannot be installed until the suspension is lifted.</p>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return buildPage(call, 403, "This app is suspended", body);
}

/** Find the app of the path. @returns null if it is unknown, or a custom app, which a link cannot install */
async function findInstallableApp(database: Database, call: PageCall): Promise<AppRow | null> {
  const app = await findAppByClientId(database, call.params.client_id ?? "");
  return app?.kind === "public" ? app : null;
}

function buildNoStorePage(call: PageCall, app: AppRow): PageResponse {
  const body = html`<h1>You don't have a store yet</h1>
<p>You need a store to install ${app.name}. Create a store, then open this link again.</p>
<p><a class="button" href="/">Create a store</a></p>`;
  return buildPage(call, 200, "You don't have a store yet", body);
}

/** Build the page on which a visitor chooses a store, or redirect a visitor with one store to the install link of that store. */
async function chooseStore(database: Database, call: PageCall, deps: InstallsDeps): Promise<PageResponse> {
  const app = await findInstallableApp(database, call);
  if (app === null) return buildUnknownAppPage(call);
  if (app.suspended_at !== null) return buildSuspendedAppPage(call, app);
  const path = buildPagePath("/apps/install/$client_id", { client_id: app.client_id });
  if (call.signed_in === null) return redirectToSignIn(path);
  if (isReturningFromSignIn(call)) return buildContinuePage(call, path);

  const request = { account_id: call.signed_in.account_id, page: 1, limit: maxStores };
  const { stores } = await listOwnStores(database, request, deps.addresses);
  if (stores[0] === undefined) return buildNoStorePage(call, app);
  if (stores.length === 1) return { redirect: `/${stores[0].handle}${path}` };
  const body = html`<h1>Choose a store for ${app.name}</h1>
<ul class="plain card">${stores.map(
    (store) => html`<li><a href="/${store.handle}${path}">${store.name}</a><br>
<span class="soft">${store.domain}</span></li>`,
  )}</ul>`;
  return buildPage(call, 200, `Install ${app.name}`, body);
}

/** Redirect to the App URL for the store in the path, or build a page that says why the app cannot be installed. */
async function startInstallInStore(
  database: Database,
  call: PageCall,
  deps: InstallsDeps,
): Promise<PageResponse> {
  const app = await findInstallableApp(database, call);
  if (app === null) return buildUnknownAppPage(call);
  if (app.suspended_at !== null) return buildSuspendedAppPage(call, app);
  return withSignIn(
    call,
    buildPagePath("/apps/install/$client_id", { client_id: app.client_id }),
    async (store, signedIn) => {
      const installation = await selectInstallationOfApp(database, store.id, app.id);
      // guard install-link-beyond-scopes: without it, app-access.test.ts fails
      if (installation !== null && !hasAppAccess(signedIn, installation))
        return buildNoAppAccessPage(call, { store, app });
      return { redirect: await buildAppUrl(database, { app, store }, deps) };
    },
  );
}

/**
 * Create the routes of the pages that start an installation: an app's install link, where the visitor chooses a store, and
 * the install link for one store, which redirects to the App URL (INS-1).
 */
export function createInstallLinkPages(deps: InstallsDeps): PageRoute[] {
  // `anyone`, because these pages redirect to the sign-in page themselves. See `redirectToSignIn`.
  const route = { host: "admin", method: "GET", visitor: "anyone" } as const;
  return [
    {
      ...route,
      path: buildRoutePath("/", "/apps/install/$client_id"),
      handle: (database, call) => chooseStore(database, call, deps),
    },
    {
      ...route,
      path: buildStoreRoutePath("/apps/install/$client_id"),
      handle: (database, call) => startInstallInStore(database, call, deps),
    },
  ];
}
