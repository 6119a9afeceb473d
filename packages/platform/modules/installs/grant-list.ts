import { type Scope, scopes } from "@souk/contract";
import { type Html, html } from "../../routing/html.ts";

/** What an app asks to do, for a page: the scopes in words, those it has not got yet marked (INS-3). */
export interface GrantList {
  asked: readonly Scope[];
  /** What the app may do already; null when it is not installed, so that all is new and nothing is marked. */
  granted: ReadonlySet<string> | null;
}

/** Changing weighs more than seeing, so it stands first. */
const groups: readonly { heading: string; belongs: (scope: Scope) => boolean }[] = [
  { heading: "What it may change", belongs: (scope) => scope.startsWith("write_") },
  { heading: "What it may see", belongs: (scope) => scope.startsWith("read_") },
];

function line(scope: Scope, { granted }: GrantList): Html {
  const isNew = granted !== null && !granted.has(scope);
  return html`<li>${scopes[scope]}${isNew ? html` <strong>(new)</strong>` : null}</li>`;
}

/** The list as a page shows it, or a sentence when nothing is asked. */
export function grantList(list: GrantList): Html {
  if (list.asked.length === 0)
    return html`<p>It asks for none of your shop's data. It can be told that something happened, without the details.</p>`;
  return html`${groups.map(({ heading, belongs }) => {
    const members = list.asked.filter(belongs);
    return members.length === 0
      ? null
      : html`<h2>${heading}</h2><ul>${members.map((scope) => line(scope, list))}</ul>`;
  })}`;
}
