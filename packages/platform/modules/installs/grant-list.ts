import { type Scope, scopes } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";

/** The scopes that a page lists (INS-3). */
export interface GrantList {
  requestedScopes: readonly Scope[];
  /**
   * The scopes that the app already has. Null if the app is not installed, so that no scope is marked as new.
   */
  grantedScopes: ReadonlySet<string> | null;
}

function renderScope(scope: Scope, { grantedScopes }: GrantList): Html {
  const isNew = grantedScopes !== null && !grantedScopes.has(scope);
  return html`<li>${scopes[scope]}${isNew ? html` <strong>(new)</strong>` : null}</li>`;
}

/** The scopes with which an app reads the contact details of customers. */
const contactScopes: readonly Scope[] = ["read_orders", "read_customers", "read_fulfillments"];

/** Render the warning that the app sees the contact details of customers, or null if it does not. */
function renderContactWarning({ requestedScopes }: GrantList): Html | null {
  // guard contact-warning: with `false` instead of `contactScopes.includes(scope)`, authorize-pages.test.ts fails
  if (!requestedScopes.some((scope) => contactScopes.includes(scope))) return null;
  return html`<p>This includes the names, addresses and phone numbers of your customers.</p>`;
}

/**
 * Render the list of the requested scopes. The scopes that change data come first. Without scopes, render a sentence instead of the
 * list. If the scopes allow the app to read customers' contact details, a sentence after the list says so.
 */
export function renderGrantList(list: GrantList): Html {
  if (list.requestedScopes.length === 0)
    return html`<p>No store data. The app can be notified of events, without details.</p>`;
  const writeScopes = list.requestedScopes.filter((scope) => scope.startsWith("write_"));
  const otherScopes = list.requestedScopes.filter((scope) => !scope.startsWith("write_"));
  return html`<ul>${[...writeScopes, ...otherScopes].map((scope) => renderScope(scope, list))}</ul>
${renderContactWarning(list)}`;
}
