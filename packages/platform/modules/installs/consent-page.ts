import { csrfField } from "../../pages/form.ts";
import type { Store } from "../../routing/call.ts";
import { type Html, html } from "../../routing/html.ts";
import type { AuthorizeProblem } from "./authorize-request.ts";
import { grantList } from "./grant-list.ts";
import type { AuthorizeQuestion } from "./judge-authorize.ts";

export interface ConsentForm {
  question: AuthorizeQuestion;
  store: Store;
  csrf_token: string;
  consent_token: string;
}

/** Whose app it is, where its partner has a name. */
function by({ app }: AuthorizeQuestion): Html | null {
  return app.partner_name ? html`<p class="soft">by ${app.partner_name}</p>` : null;
}

/** How much of what is asked is new to an app that is installed already. */
function newsOf({ app, granted, scopes, store_name }: AuthorizeQuestion): Html {
  if (granted === null)
    return html`<p><strong>${app.name}</strong> wants to be installed in <strong>${store_name}</strong>.</p>`;
  const added = scopes.filter((scope) => !granted.has(scope)).length;
  return added === 0
    ? html`<p><strong>${app.name}</strong> is installed in <strong>${store_name}</strong> and asks for nothing new.</p>`
    : html`<p><strong>${app.name}</strong> is installed in <strong>${store_name}</strong> and asks for more. What is new is marked.</p>`;
}

/** The page on which a merchant reads what an app could do, and decides (INS-3). */
export function consentBody({ question, store, csrf_token, consent_token }: ConsentForm): Html {
  const { app, scopes, granted, redirect_uri } = question;
  const heading = granted === null ? `Install ${app.name}?` : `Let ${app.name} do more?`;
  return html`<h1>${heading}</h1>
${by(question)}
${newsOf(question)}
<div class="card">${grantList({ asked: scopes, granted })}</div>
<p class="soft">Shop: ${store.domain}. If you approve, you are sent on to ${new URL(redirect_uri).host}.
You can uninstall the app at any time; its access then ends at once.</p>
<form method="post" action="/${store.handle}/oauth/authorize">${csrfField(csrf_token)}
<input type="hidden" name="consent" value="${consent_token}">
<div class="actions"><button name="decision" value="approve">Approve</button>
<button class="quiet" name="decision" value="refuse">Refuse</button></div></form>`;
}

/** Staff see what is asked, and who can decide. */
export function askSomebodyBody({ app, scopes, granted, store_name }: AuthorizeQuestion): Html {
  return html`<h1>Ask the owner of this shop</h1>
<p>Only an owner or a manager of <strong>${store_name}</strong> can approve an app. Open this same address with one of them,
or send it to them.</p>
<div class="card"><p><strong>${app.name}</strong> asks for this:</p>${grantList({ asked: scopes, granted })}</div>`;
}

/** A request that is refused; the app's address gets nothing (INS-4, INS-5). */
export function problemBody({ heading, message }: AuthorizeProblem, store: Store): Html {
  return html`<h1>${heading}</h1>
<p>${message}</p>
<p>Nothing was installed or changed. If you came here from an app, its maker can put this right.</p>
<p><a class="button quiet" href="${store.host_url}">Back to ${store.domain}</a></p>`;
}

/** What a merchant reads after Refuse (INS-7). */
export function refusedBody(appName: string, installed: boolean, store: Store): Html {
  return html`<h1>${installed ? "Nothing was changed" : "Nothing was installed"}</h1>
<p>You refused. ${installed ? `${appName} can do what it could do before, and no more.` : `${appName} got no access to your shop.`}</p>
<p><a class="button quiet" href="${store.host_url}">Back to ${store.domain}</a></p>`;
}

/** For a form that was open too long, or was sent once already. */
export function againBody(
  why: { heading: string; message: string },
  link: { href: string; label: string },
): Html {
  return html`<h1>${why.heading}</h1>
<p>${why.message}</p>
<p class="actions"><a class="button" href="${link.href}">${link.label}</a></p>`;
}
