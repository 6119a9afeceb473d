import { type Scope, scopes } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";

/** The scopes that a page lists (INS-3). */
export interface GrantList {
  requested: readonly Scope[];
  /**
   * The scopes that the app already has. If the app is not installed, it is null, and no scope is marked as new.
   */
  granted: ReadonlySet<string> | null;
}

function renderScope(scope: Scope, { granted }: GrantList): Html {
  const isNew = granted !== null && !granted.has(scope);
  return html`<li>${scopes[scope]}${isNew ? html` <strong>(new)</strong>` : null}</li>`;
}

/** The scopes with which an app reads the contact details of customers. */
const contactScopes: readonly Scope[] = ["read_orders", "read_customers", "read_fulfillments"];

/** Render the warning that the app sees the contact details of customers, or null if it does not. */
function renderContactWarning({ requested }: GrantList): Html | null {
  // guard: contact-warning replacing `contactScopes.includes(scope)` with `false`: authorize-pages.test.ts
  if (!requested.some((scope) => contactScopes.includes(scope))) return null;
  return html`<p>This includes the names, addresses and phone numbers of your customers.</p>`;
}

/**
 * Render the requested scopes as a list, those that change data first, or a sentence if no scopes are requested. If customers'
 * contact details can be read with them, a sentence says so.
 */
export function renderGrantList(list: GrantList): Html {
  if (list.requested.length === 0)
    return html`<p>No store data. The app can be notified of events, without details.</p>`;
  const [writeScopes, readScopes] = [true, false].map((isWriteScope) =>
    list.requested.filter((scope) => scope.startsWith("write_") === isWriteScope),
  );
  return html`<ul>${[...(writeScopes ?? []), ...(readScopes ?? [])].map((scope) => renderScope(scope, list))}</ul>
${renderContactWarning(list)}`;
}
