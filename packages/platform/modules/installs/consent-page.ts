import { csrfField } from "../../infrastructure/pages/form.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { AuthorizeProblem } from "./authorize-request.ts";
import { grantList } from "./grant-list.ts";
import type { AuthorizeQuestion } from "./validate-authorize-request.ts";

export interface ConsentForm {
  question: AuthorizeQuestion;
  store: Store;
  csrf_token: string;
  consent_token: string;
}

/** Render the name of the app's partner, if it has one. */
function by({ app }: AuthorizeQuestion): Html | null {
  return app.partner_name ? html`<p class="soft">by ${app.partner_name}</p>` : null;
}

/** Render how many of the requested permissions are new to an installed app. */
function formatIntroduction({ app, granted, scopes, store_name }: AuthorizeQuestion): Html {
  if (granted === null)
    return html`<p><strong>${app.name}</strong> is requesting access to <strong>${store_name}</strong>. It will be able to:</p>`;
  const added = scopes.filter((scope) => !granted.has(scope)).length;
  return added === 0
    ? html`<p><strong>${app.name}</strong> is installed in <strong>${store_name}</strong> and is not requesting new permissions. It can:</p>`
    : html`<p><strong>${app.name}</strong> is installed in <strong>${store_name}</strong> and is requesting more permissions. New permissions are marked.</p>`;
}

/** Render the page on which a merchant reads what an app could do, and decides (INS-3). */
export function consentBody({ question, store, csrf_token, consent_token }: ConsentForm): Html {
  const { app, scopes, granted, redirect_uri } = question;
  const heading = granted === null ? `Install ${app.name}` : `Update permissions of ${app.name}`;
  return html`<h1>${heading}</h1>
${by(question)}
${formatIntroduction(question)}
<div class="card">${grantList({ asked: scopes, granted })}</div>
<p class="soft">Store: ${store.domain}. If you approve, you continue to ${new URL(redirect_uri).host}.
You can uninstall the app at any time, which ends its access immediately.</p>
<form method="post" action="/${store.handle}/oauth/authorize">${csrfField(csrf_token)}
<input type="hidden" name="consent" value="${consent_token}">
<div class="actions"><button name="decision" value="approve">Approve</button>
<button class="quiet" name="decision" value="refuse">Cancel</button></div></form>`;
}

/** Render the page for staff: what is requested, and who can approve it. */
export function askOwnerBody({ app, scopes, granted, store_name }: AuthorizeQuestion): Html {
  return html`<h1>Ask the store owner</h1>
<p>Only an owner or a manager of <strong>${store_name}</strong> can approve an app. Send them this link.</p>
<div class="card"><p><strong>${app.name}</strong> is requesting permission to:</p>${grantList({ asked: scopes, granted })}</div>`;
}

/** Render the page of a rejected request; the app's URL gets nothing (INS-4, INS-5). */
export function problemBody({ heading, message }: AuthorizeProblem, store: Store): Html {
  return html`<h1>${heading}</h1>
<p>${message}</p>
<p>Nothing was installed or changed. If you came here from an app, contact the app's developer.</p>
<p><a class="button quiet" href="${store.host_url}">Back to ${store.domain}</a></p>`;
}

/** Render the page after Cancel (INS-7). */
export function declinedBody(appName: string, installed: boolean, store: Store): Html {
  return html`<h1>${installed ? "Permissions not changed" : "App not installed"}</h1>
<p>${installed ? `The permissions of ${appName} are unchanged.` : `${appName} has no access to your store.`}</p>
<p><a class="button quiet" href="${store.host_url}">Back to ${store.domain}</a></p>`;
}

/** Render the page for a form that expired or was sent already. */
export function retryBody(
  why: { heading: string; message: string },
  link: { href: string; label: string },
): Html {
  return html`<h1>${why.heading}</h1>
<p>${why.message}</p>
<p class="actions"><a class="button" href="${link.href}">${link.label}</a></p>`;
}
