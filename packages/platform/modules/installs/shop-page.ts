import type { Queryable } from "@souk/database";
import { page } from "../../pages/layout.ts";
import { type Html, html } from "../../routing/html.ts";
import type { PageRoute } from "../../routing/page.ts";
import { type InstalledApp, listInstalledApps } from "./installed-app.ts";

const mostApps = 250;

const states = { enabled: null, disabled: "Disabled", uninstalling: "Being uninstalled" } as const;

function appItem({ name, client_id, status, scopes }: InstalledApp, handle: string): Html {
  const allows = scopes.map((scope) => scope.allows).join(". ");
  return html`<li><a href="/${handle}/apps/installed/${client_id}">${name}</a>
${states[status] === null ? null : html`<span class="badge">${states[status]}</span>`}<br>
<span class="soft">${allows === "" ? "May see none of the shop's data." : `${allows}.`}</span></li>`;
}

async function storeName(run: Queryable, storeId: number): Promise<string> {
  const { rows } = await run.query<{ name: string }>("select name from stores where id = $1", [storeId]);
  return rows[0]?.name ?? "";
}

/** A shop's first page in the admin: what is installed in it, where the other pages lead back to. */
export function shopPages(): PageRoute[] {
  const handle: PageRoute["handle"] = async (database, { store, signed_in, nonce }) => {
    if (store === null) return { redirect: "/" };
    const { apps } = await listInstalledApps(database, { store_id: store.id, page: 1, limit: mostApps });
    const name = await storeName(database, store.id);
    const body = html`<h1>${name}</h1>
<p class="soft">${store.domain}</p>
<h2>Apps</h2>
${
  apps.length > 0
    ? html`<ul class="plain card">${apps.map((app) => appItem(app, store.handle))}</ul>`
    : html`<p>No app is installed. An app's maker gives you the link that installs it.</p>`
}
<p><a href="/">Your shops</a></p>`;
    return { status: 200, html: page({ title: name, nonce, body, signedIn: signed_in }) };
  };
  return [{ host: "admin", method: "GET", path: "/:store", visitor: "member", handle }];
}
