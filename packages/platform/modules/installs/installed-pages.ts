import { buildPagePath, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { page } from "../../infrastructure/pages/layout.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import {
  buildStorePath,
  buildStoreRoutePath,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { findAppByClientId } from "./app-lookup.ts";
import { type InstallationRow, selectInstallationOfApp } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { openAddress } from "./open-address.ts";
import { withSignIn } from "./sign-in-redirect.ts";

interface Found {
  store: Store;
  app: { name: string; client_id: string };
  installation: InstallationRow | null;
}

async function find(database: Database, call: PageCall, store: Store): Promise<Found | null> {
  const app = await findAppByClientId(database, call.params.client_id ?? "");
  if (app === null || (app.kind === "custom" && app.store_id !== store.id)) return null;
  return { store, app, installation: await selectInstallationOfApp(database, store.id, app.id) };
}

function absentBody({ store, app }: Found): Html {
  return html`<h1>${app.name} is not installed</h1>
<p>${store.domain} does not have this app installed.</p>
<p class="actions"><a class="button" href="${buildStorePath(store, "/apps/install/$client_id", { client_id: app.client_id })}">Install app</a>
<a class="button quiet" href="${store.host_url}">Back to the store</a></p>`;
}

function unknownBody(store: Store): Html {
  return html`<h1>App not found</h1>
<p>The link may be incorrect, or the app no longer exists.</p>
<p class="actions"><a class="button quiet" href="${buildStorePath(store, "/apps")}">Apps in this store</a></p>`;
}

function absent(call: PageCall, store: Store, found: Found | null): PageAnswer {
  const title = found === null ? "App not found" : `${found.app.name} is not installed`;
  const body = found === null ? unknownBody(store) : absentBody(found);
  return { status: 404, html: page({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

async function showInstalled(database: Database, call: PageCall): Promise<PageAnswer> {
  const store = call.store ?? throwApiError("store_not_found");
  const found = await find(database, call, store);
  return found?.installation == null ? absent(call, store, found) : { status: 200, panel: "admin" };
}

/**
 * Serve the page in which an installed app is opened; it may frame that app's origin and no other (INS-15).
 */
async function showApp(database: Database, call: PageCall): Promise<PageAnswer> {
  const store = call.store ?? throwApiError("store_not_found");
  const found = await find(database, call, store);
  if (found?.installation == null) return absent(call, store, found);
  const { app_url, embedded, suspended_at } = found.installation;
  const frame =
    embedded && app_url !== "" && suspended_at === null ? { frameOrigin: new URL(app_url).origin } : {};
  return { status: 200, panel: "admin", ...frame };
}

async function open(
  database: Database,
  { call, store }: { call: PageCall; store: Store },
  deps: InstallsDeps,
): Promise<PageAnswer> {
  const found = await find(database, call, store);
  if (found?.installation == null) return absent(call, store, found);
  const { installation } = found;
  if (installation.status !== "enabled" || installation.suspended_at !== null)
    return {
      redirect: buildStorePath(store, "/apps/installed/$client_id", { client_id: installation.client_id }),
    };
  const app = { id: installation.app_id, app_url: installation.app_url };
  return { redirect: await openAddress(database, { app, store }, deps) };
}

/**
 * Create the page where an app sends the browser once it is installed, and the page that opens the app, with
 * a new signature each time (INS-14).
 */
export function installedPages(deps: InstallsDeps): PageRoute[] {
  const place = { host: "admin", method: "GET" } as const;
  return [
    { ...place, path: buildStoreRoutePath("/apps/installed/$client_id"), visitor: "member", handle: showApp },
    {
      ...place,
      path: buildStoreRoutePath("/apps/installed/$client_id/details"),
      visitor: "member",
      handle: showInstalled,
    },
    {
      ...place,
      path: buildStoreRoutePath("/apps/open/$client_id"),
      // `anyone`: it leads to another origin, so it sends to the sign-in page itself, see `onTheWay`.
      visitor: "anyone",
      handle: (database, call) =>
        withSignIn(
          call,
          buildPagePath("/apps/open/$client_id", { client_id: call.params.client_id ?? "" }),
          (store) => open(database, { call, store }, deps),
        ),
    },
  ];
}
