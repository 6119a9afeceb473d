import type { Database } from "@souk/database";
import { page } from "../../pages/layout.ts";
import { type Html, html } from "../../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { installLink, listApps } from "./own-apps.ts";
import type { PartnersWiring } from "./partners-wiring.ts";
import type { ShownApp } from "./shown-app.ts";

function appItem(app: ShownApp, wiring: PartnersWiring): Html {
  const shops = app.installation_count === 1 ? "1 shop" : `${app.installation_count} shops`;
  return html`<li><strong>${app.name}</strong> <span class="soft">installed in ${shops}</span><br>
<span class="soft">Client ID</span> <code>${app.client_id}</code><br>
<a href="${installLink(app.client_id, wiring)}">Install it in a shop</a>
${app.warnings ? html`<div class="warning">${app.warnings.map((warning) => html`<p>${warning}</p>`)}</div>` : null}</li>`;
}

async function landing(database: Database, call: PageCall, wiring: PartnersWiring): Promise<PageAnswer> {
  const { signed_in, nonce } = call;
  if (signed_in === null) return { redirect: "/sign-in" };
  const question = { account_id: signed_in.account_id, page: 1, limit: 250 };
  const { apps } = await listApps(database, question, wiring);
  const body = html`<h1>Your apps</h1>
${
  apps.length > 0
    ? html`<ul class="plain card">${apps.map((app) => appItem(app, wiring))}</ul>`
    : html`<p>You have not registered an app yet.</p>`
}
<p><a href="/docs">API reference</a></p>`;
  return { status: 200, html: page({ title: "Your apps", nonce, body, signedIn: signed_in }) };
}

/** The first page of the partners' origin. */
export function partnersPages(wiring: PartnersWiring): PageRoute[] {
  const handle: PageRoute["handle"] = (database, call) => landing(database, call, wiring);
  return [{ host: "partners", method: "GET", path: "/", visitor: "account", handle }];
}
