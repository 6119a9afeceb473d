import { refuse } from "@souk/contract";
import type { Database } from "@souk/database";
import { page } from "../../pages/layout.ts";
import type { Store } from "../../routing/call.ts";
import { type Html, html } from "../../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { findAppByClientId } from "./app-lookup.ts";
import { type InstallationRow, selectInstallationOfApp } from "./installation-store.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { openAddress } from "./open-address.ts";
import { onTheWay } from "./way-to-app.ts";

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
<p>The shop ${store.domain} does not have this app.</p>
<p class="actions"><a class="button" href="/${store.handle}/apps/install/${app.client_id}">Install it</a>
<a class="button quiet" href="${store.host_url}">Back to the shop</a></p>`;
}

function unknownBody({ handle }: Store): Html {
  return html`<h1>This app is not known</h1>
<p>The link may be misspelled, or the app is gone.</p>
<p class="actions"><a class="button quiet" href="/${handle}/apps">Apps of this shop</a></p>`;
}

function absent(call: PageCall, store: Store, found: Found | null): PageAnswer {
  const title = found === null ? "This app is not known" : `${found.app.name} is not installed`;
  const body = found === null ? unknownBody(store) : absentBody(found);
  return { status: 404, html: page({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

async function showInstalled(database: Database, call: PageCall): Promise<PageAnswer> {
  const store = call.store ?? refuse("store_not_found");
  const found = await find(database, call, store);
  return found?.installation == null ? absent(call, store, found) : { status: 200, panel: "admin" };
}

/** INS-15: the page in which an installed app is opened may frame that app's origin and no other. */
async function showApp(database: Database, call: PageCall): Promise<PageAnswer> {
  const store = call.store ?? refuse("store_not_found");
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
  wiring: InstallsWiring,
): Promise<PageAnswer> {
  const found = await find(database, call, store);
  if (found?.installation == null) return absent(call, store, found);
  const { installation } = found;
  if (installation.status !== "enabled" || installation.suspended_at !== null)
    return { redirect: `/${store.handle}/apps/installed/${installation.client_id}` };
  const app = { id: installation.app_id, app_url: installation.app_url };
  return { redirect: await openAddress(database, { app, store }, wiring) };
}

/** Where an app sends the browser once it is installed, and the way from there into the app, signed anew each time (INS-14). */
export function installedPages(wiring: InstallsWiring): PageRoute[] {
  const place = { host: "admin", method: "GET" } as const;
  return [
    { ...place, path: "/:store/apps/installed/:client_id", visitor: "member", handle: showApp },
    { ...place, path: "/:store/apps/installed/:client_id/details", visitor: "member", handle: showInstalled },
    {
      ...place,
      path: "/:store/apps/open/:client_id",
      // `anyone`: it leads to another origin, so it sends to the sign-in page itself, see `onTheWay`.
      visitor: "anyone",
      handle: (database, call) =>
        onTheWay(call, `apps/open/${encodeURIComponent(call.params.client_id ?? "")}`, (store) =>
          open(database, { call, store }, wiring),
        ),
    },
  ];
}
