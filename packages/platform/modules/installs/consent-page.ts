import { renderCsrfField } from "../../infrastructure/pages/form.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { AuthorizeProblem } from "./authorize-request.ts";
import { renderGrantList } from "./grant-list.ts";
import type { ConsentRequest } from "./validate-authorize-request.ts";

/** The content of the consent page. */
export interface ConsentForm {
  consentRequest: ConsentRequest;
  store: Store;
  csrf_token: string;
  consent_token: string;
}

/** Render the name of the app's partner, or return null if the partner has no name. */
function renderPartnerName({ app }: ConsentRequest): Html | null {
  return app.partner_name ? html`<p class="soft">by ${app.partner_name}</p>` : null;
}

/** Render the sentence above the permissions. For an installed app, the sentence says whether some permissions are new. */
function renderIntroduction({ app, grantedScopes, scopes, store_name }: ConsentRequest): Html {
  if (grantedScopes === null)
    return html`<p><strong>${app.name}</strong> is requesting access to <strong>${store_name}</strong>. It will be able to:</p>`;
  const newCount = scopes.filter((scope) => !grantedScopes.has(scope)).length;
  return newCount === 0
    ? html`<p><strong>${app.name}</strong> is installed in <strong>${store_name}</strong> and is not requesting new permissions. It can:</p>`
    : html`<p><strong>${app.name}</strong> is installed in <strong>${store_name}</strong> and is requesting more permissions. New permissions are marked.</p>`;
}

/** Render the page on which a merchant sees what an app requests, and approves or cancels it (INS-3). */
export function renderConsentBody({ consentRequest, store, csrf_token, consent_token }: ConsentForm): Html {
  const { app, scopes, grantedScopes, redirect_uri } = consentRequest;
  const heading = grantedScopes === null ? `Install ${app.name}` : `Update permissions for ${app.name}`;
  return html`<h1>${heading}</h1>
${renderPartnerName(consentRequest)}
${renderIntroduction(consentRequest)}
<div class="card">${renderGrantList({ requestedScopes: scopes, grantedScopes })}</div>
<p class="soft">Store: ${store.domain}. If you approve, you continue to ${new URL(redirect_uri).host}.
You can uninstall the app at any time, which ends its access immediately.</p>
<form method="post" action="/${store.handle}/oauth/authorize">${renderCsrfField(csrf_token)}
<input type="hidden" name="consent" value="${consent_token}">
<div class="actions"><button name="decision" value="approve">Approve</button>
<button class="quiet" name="decision" value="refuse">Cancel</button></div></form>`;
}

/** Render the page for a member who cannot approve the request. It shows what is requested and who can approve it. */
export function renderAskOwnerBody({ app, scopes, grantedScopes, store_name }: ConsentRequest): Html {
  return html`<h1>Ask the store owner</h1>
<p>Only an owner or a manager of <strong>${store_name}</strong> can approve an app. Send them this link.</p>
<div class="card"><p><strong>${app.name}</strong> is requesting permission to:</p>${renderGrantList({ requestedScopes: scopes, grantedScopes })}</div>`;
}

/** Render the error page of a rejected request (INS-4, INS-5). */
export function renderProblemBody({ heading, message }: AuthorizeProblem, store: Store): Html {
  return html`<h1>${heading}</h1>
<p>${message}</p>
<p>Nothing was installed or changed. If you came here from an app, contact the app's developer.</p>
<p><a class="button quiet" href="${store.host_url}">Back to ${store.domain}</a></p>`;
}

/** Render the page after Cancel (INS-7). */
export function renderDeclinedBody(appName: string, isInstalled: boolean, store: Store): Html {
  return html`<h1>${isInstalled ? "Permissions not changed" : "App not installed"}</h1>
<p>${isInstalled ? `The permissions of ${appName} are unchanged.` : `${appName} has no access to your store.`}</p>
<p><a class="button quiet" href="${store.host_url}">Back to ${store.domain}</a></p>`;
}

/** Render the page for a form that is invalid, has expired or was submitted already, with a link to continue. */
export function renderRetryBody(
  { heading, message }: { heading: string; message: string },
  link: { href: string; label: string },
): Html {
  return html`<h1>${heading}</h1>
<p>${message}</p>
<p class="actions"><a class="button" href="${link.href}">${link.label}</a></p>`;
}
