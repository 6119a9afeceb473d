import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { html } from "../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse } from "../../infrastructure/routing/page.ts";
import { buildNoAccessMessage } from "./app-access.ts";

/** Build the page that says why a member of a store may not open an app, and whom to ask. */
export function buildNoAppAccessPage(
  { nonce, signed_in }: PageCall,
  { store, app }: { store: Store; app: { name: string } },
): PageResponse {
  const title = "You don't have access to this app";
  const body = html`<h1>${title}</h1><p>${buildNoAccessMessage(app.name)}</p>
<p class="actions"><a class="button quiet" href="${store.host_url}">Back to the store</a></p>`;
  return { status: 403, html: renderPage({ title, nonce, body, signedIn: signed_in }) };
}
