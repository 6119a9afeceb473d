import type { Database } from "@souk/database";
import { page } from "../../pages/layout.ts";
import { type Html, html } from "../../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { appIsSuspended } from "../../suspension.ts";
import { listOwnStores } from "../stores/index.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { openAddress } from "./open-address.ts";
import { goOn, hasArrived, onTheWay, signInFirst } from "./way-to-app.ts";

const mostShops = 250;

function show(call: PageCall, status: number, title: string, body: Html): PageAnswer {
  return { status, html: page({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

function unknownApp(call: PageCall): PageAnswer {
  const body = html`<h1>This app is not known</h1>
<p>There is no app at this address. Ask its maker for the right one.</p>
<p><a class="button quiet" href="/">Your shops</a></p>`;
  return show(call, 404, "This app is not known", body);
}

function suspendedApp(call: PageCall, app: AppRow): PageAnswer {
  const body = html`<h1>This app is suspended</h1>
<p>${appIsSuspended(app.name)} It cannot be installed for now.</p>
<p><a class="button quiet" href="/">Your shops</a></p>`;
  return show(call, 403, "This app is suspended", body);
}

/** The app of the path when it can be installed by a link; a custom one cannot. */
async function appOf(database: Database, call: PageCall): Promise<AppRow | null> {
  const app = await findAppByClientId(database, call.params.client_id ?? "");
  return app?.kind === "public" ? app : null;
}

function noShop(call: PageCall, app: AppRow): PageAnswer {
  const body = html`<h1>You have no shop yet</h1>
<p>${app.name} is installed into a shop. Create one, then open this address again.</p>
<p><a class="button" href="/">Create a shop</a></p>`;
  return show(call, 200, "You have no shop yet", body);
}

async function chooseShop(database: Database, call: PageCall, wiring: InstallsWiring): Promise<PageAnswer> {
  const app = await appOf(database, call);
  if (app === null) return unknownApp(call);
  if (app.suspended_at !== null) return suspendedApp(call, app);
  const path = `/apps/install/${app.client_id}`;
  if (call.signed_in === null) return signInFirst(path);
  if (hasArrived(call)) return goOn(call, path);

  const question = { account_id: call.signed_in.account_id, page: 1, limit: mostShops };
  const { stores } = await listOwnStores(database, question, wiring.addresses);
  if (stores[0] === undefined) return noShop(call, app);
  if (stores.length === 1) return { redirect: `/${stores[0].handle}${path}` };
  const body = html`<h1>Install ${app.name} where?</h1>
<ul class="plain card">${stores.map(
    (store) => html`<li><a href="/${store.handle}${path}">${store.name}</a><br>
<span class="soft">${store.domain}</span></li>`,
  )}</ul>`;
  return show(call, 200, `Install ${app.name}`, body);
}

async function startInStore(database: Database, call: PageCall, wiring: InstallsWiring): Promise<PageAnswer> {
  const app = await appOf(database, call);
  if (app === null) return unknownApp(call);
  if (app.suspended_at !== null) return suspendedApp(call, app);
  return onTheWay(call, `apps/install/${app.client_id}`, async (store) => ({
    redirect: await openAddress(database, { app, store }, wiring),
  }));
}

/** Where an installation starts: an app's install link, and the same for one shop, which leads to the App URL (INS-1). */
export function installPages(wiring: InstallsWiring): PageRoute[] {
  // `anyone`: these pages send to the sign-in page themselves, see `signInFirst`.
  const place = { host: "admin", method: "GET", visitor: "anyone" } as const;
  return [
    {
      ...place,
      path: "/apps/install/:client_id",
      handle: (database, call) => chooseShop(database, call, wiring),
    },
    {
      ...place,
      path: "/:store/apps/install/:client_id",
      handle: (database, call) => startInStore(database, call, wiring),
    },
  ];
}
