import { buildPagePath, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import {
  buildStorePath,
  buildStoreRoutePath,
  type PageCall,
  type PageResponse,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { hasAppAccess } from "./app-access.ts";
import { findAppByClientId } from "./app-lookup.ts";
import { buildAppUrl } from "./build-app-url.ts";
import { type InstallationRow, selectInstallationOfApp } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { buildNoAppAccessPage } from "./no-app-access-page.ts";
import { withSignIn } from "./sign-in-redirect.ts";

interface AppInStore {
  store: Store;
  app: { name: string; client_id: string };
  installation: InstallationRow | null;
}

/** Find the app of the path and its installation in a store. @returns null if the app is unknown or another store's custom app */
async function findAppInStore(database: Database, call: PageCall, store: Store): Promise<AppInStore | null> {
  const app = await findAppByClientId(database, call.params.client_id ?? "");
  if (app === null || (app.kind === "custom" && app.store_id !== store.id)) return null;
  return { store, app, installation: await selectInstallationOfApp(database, store.id, app.id) };
}

function renderNotInstalledBody({ store, app }: AppInStore): Html {
  return html`<h1>${app.name} is not installed</h1>
<p>${store.domain} does not have this app installed.</p>
<p class="actions"><a class="button" href="${buildStorePath(store, "/apps/install/$client_id", { client_id: app.client_id })}">Install app</a>
<a class="button quiet" href="${store.host_url}">Back to the store</a></p>`;
}

function renderUnknownAppBody(store: Store): Html {
  return html`<h1>App not found</h1>
<p>The link may be incorrect, or the app no longer exists.</p>
<p class="actions"><a class="button quiet" href="${buildStorePath(store, "/apps")}">Apps in this store</a></p>`;
}

function buildErrorPage(call: PageCall, store: Store, appInStore: AppInStore | null): PageResponse {
  const title = appInStore === null ? "App not found" : `${appInStore.app.name} is not installed`;
  const body = appInStore === null ? renderUnknownAppBody(store) : renderNotInstalledBody(appInStore);
  return { status: 404, html: renderPage({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

/** Show the admin's page with the details of an installed app. The page frames no other page. */
async function showAppDetails(database: Database, call: PageCall): Promise<PageResponse> {
  const store = call.store ?? throwApiError("store_not_found");
  const appInStore = await findAppInStore(database, call, store);
  return appInStore?.installation == null
    ? buildErrorPage(call, store, appInStore)
    : { status: 200, panel: "admin" };
}

/**
 * Show the admin's page of an installed app. The page of an embedded app can frame that app's origin only (INS-15), and no
 * origin if the member has no access to the app.
 */
async function showApp(database: Database, call: PageCall): Promise<PageResponse> {
  const store = call.store ?? throwApiError("store_not_found");
  const appInStore = await findAppInStore(database, call, store);
  if (appInStore?.installation == null) return buildErrorPage(call, store, appInStore);
  const { app_url, embedded, suspended_at } = appInStore.installation;
  const hasAccess = call.signed_in !== null && hasAppAccess(call.signed_in, appInStore.installation);
  const canFrame = hasAccess && embedded && app_url !== "" && suspended_at === null;
  return { status: 200, panel: "admin", ...(canFrame ? { frameOrigin: new URL(app_url).origin } : {}) };
}

/** Redirect to the app with a new signature, or show a page that says why it cannot be opened. */
async function redirectToApp(
  database: Database,
  { call, store, signedIn }: { call: PageCall; store: Store; signedIn: SignedIn },
  deps: InstallsDeps,
): Promise<PageResponse> {
  const appInStore = await findAppInStore(database, call, store);
  if (appInStore?.installation == null) return buildErrorPage(call, store, appInStore);
  const { installation } = appInStore;
  if (!hasAppAccess(signedIn, installation))
    return buildNoAppAccessPage(call, { store, app: appInStore.app });
  if (installation.status !== "enabled" || installation.suspended_at !== null)
    return {
      redirect: buildStorePath(store, "/apps/installed/$client_id", { client_id: installation.client_id }),
    };
  const app = { id: installation.app_id, app_url: installation.app_url };
  return { redirect: await buildAppUrl(database, { app, store }, deps) };
}

/**
 * Create the routes of an installed app's pages in the admin, and of the page that redirects to the app with a new
 * signature each time (INS-14).
 */
export function createInstalledPages(deps: InstallsDeps): PageRoute[] {
  const route = { host: "admin", method: "GET" } as const;
  return [
    { ...route, path: buildStoreRoutePath("/apps/installed/$client_id"), visitor: "member", handle: showApp },
    {
      ...route,
      path: buildStoreRoutePath("/apps/installed/$client_id/details"),
      visitor: "member",
      handle: showAppDetails,
    },
    {
      ...route,
      path: buildStoreRoutePath("/apps/open/$client_id"),
      // `anyone`, because `withSignIn` redirects to the sign-in page itself. `redirectToSignIn` says why.
      visitor: "anyone",
      handle: (database, call) =>
        withSignIn(
          call,
          buildPagePath("/apps/open/$client_id", { client_id: call.params.client_id ?? "" }),
          (store, signedIn) => redirectToApp(database, { call, store, signedIn }, deps),
        ),
    },
  ];
}
