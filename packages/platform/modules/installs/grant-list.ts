import { type Scope, scopes } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";

/** The scopes that an app requests, for a page (INS-3). */
export interface GrantList {
  asked: readonly Scope[];
  /**
   * The scopes already granted; null when the app is not installed, so that all are new and none is marked.
   */
  granted: ReadonlySet<string> | null;
}

function line(scope: Scope, { granted }: GrantList): Html {
  const isNew = granted !== null && !granted.has(scope);
  return html`<li>${scopes[scope]}${isNew ? html` <strong>(new)</strong>` : null}</li>`;
}

/** Render the scopes as a list, those that change data first; a sentence when none is requested. */
export function grantList(list: GrantList): Html {
  if (list.asked.length === 0)
    return html`<p>No store data. The app can be notified of events, without details.</p>`;
  const [writing, reading] = [true, false].map((writes) =>
    list.asked.filter((scope) => scope.startsWith("write_") === writes),
  );
  return html`<ul>${[...(writing ?? []), ...(reading ?? [])].map((scope) => line(scope, list))}</ul>`;
}
