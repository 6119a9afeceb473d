import { buildPagePath } from "@souk/contract";
import type { Database } from "@souk/database";
import { page } from "../../infrastructure/pages/layout.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import {
  buildRoutePath,
  buildStoreRoutePath,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { appIsSuspended } from "../../infrastructure/suspension.ts";
import { listOwnStores } from "../stores/index.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { openAddress } from "./open-address.ts";
import { continuePage, isReturningFromSignIn, signInFirst, withSignIn } from "./sign-in-redirect.ts";

const maxStores = 250;

function show(call: PageCall, status: number, title: string, body: Html): PageAnswer {
  return { status, html: page({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

function unknownApp(call: PageCall): PageAnswer {
  const body = html`<h1>App not found</h1>
<p>This install link is not valid. Ask the app's developer for a new link.</p>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return show(call, 404, "App not found", body);
}

function suspendedApp(call: PageCall, app: AppRow): PageAnswer {
  const body = html`<h1>This app is suspended</h1>
<p>${appIsSuspended(app.name)} It cannot be installed until the suspension is lifted.</p>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return show(call, 403, "This app is suspended", body);
}

/** Find the app of the path if it can be installed by a link; a custom one cannot. */
async function findInstallableApp(database: Database, call: PageCall): Promise<AppRow | null> {
  const app = await findAppByClientId(database, call.params.client_id ?? "");
  return app?.kind === "public" ? app : null;
}

function showNoStore(call: PageCall, app: AppRow): PageAnswer {
  const body = html`<h1>You don't have a store yet</h1>
<p>${app.name} is installed in a store. Create a store, then open this link again.</p>
<p><a class="button" href="/">Create a store</a></p>`;
  return show(call, 200, "You don't have a store yet", body);
}

async function chooseStore(database: Database, call: PageCall, deps: InstallsDeps): Promise<PageAnswer> {
  const app = await findInstallableApp(database, call);
  if (app === null) return unknownApp(call);
  if (app.suspended_at !== null) return suspendedApp(call, app);
  const path = buildPagePath("/apps/install/$client_id", { client_id: app.client_id });
  if (call.signed_in === null) return signInFirst(path);
  if (isReturningFromSignIn(call)) return continuePage(call, path);

  const question = { account_id: call.signed_in.account_id, page: 1, limit: maxStores };
  const { stores } = await listOwnStores(database, question, deps.addresses);
  if (stores[0] === undefined) return showNoStore(call, app);
  if (stores.length === 1) return { redirect: `/${stores[0].handle}${path}` };
  const body = html`<h1>Choose a store for ${app.name}</h1>
<ul class="plain card">${stores.map(
    (store) => html`<li><a href="/${store.handle}${path}">${store.name}</a><br>
<span class="soft">${store.domain}</span></li>`,
  )}</ul>`;
  return show(call, 200, `Install ${app.name}`, body);
}

async function startInStore(database: Database, call: PageCall, deps: InstallsDeps): Promise<PageAnswer> {
  const app = await findInstallableApp(database, call);
  if (app === null) return unknownApp(call);
  if (app.suspended_at !== null) return suspendedApp(call, app);
  return withSignIn(
    call,
    buildPagePath("/apps/install/$client_id", { client_id: app.client_id }),
    async (store) => ({
      redirect: await openAddress(database, { app, store }, deps),
    }),
  );
}

/**
 * Create the pages that start an installation: an app's install link, and the one for a store, which
 * redirects to the App URL (INS-1).
 */
export function installPages(deps: InstallsDeps): PageRoute[] {
  // `anyone`: these pages send to the sign-in page themselves, see `signInFirst`.
  const place = { host: "admin", method: "GET", visitor: "anyone" } as const;
  return [
    {
      ...place,
      path: buildRoutePath("/", "/apps/install/$client_id"),
      handle: (database, call) => chooseStore(database, call, deps),
    },
    {
      ...place,
      path: buildStoreRoutePath("/apps/install/$client_id"),
      handle: (database, call) => startInStore(database, call, deps),
    },
  ];
}
