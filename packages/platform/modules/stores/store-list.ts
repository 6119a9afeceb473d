import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { OwnStore } from "./own-store.ts";

function describeRole(role: OwnStore["role"]): string {
  if (role === "owner") return "You own it";
  return role === "manager" ? "You manage it" : "You work there";
}

/** Render the list of an account's stores, each with a link to its admin. */
export function renderStoreList(stores: readonly OwnStore[]): Html {
  return html`<ul class="plain card">${stores.map(
    (store) =>
      html`<li><a href="${store.host_url}">${store.name}</a><br>
<span class="soft">${store.domain} · ${describeRole(store.role)}</span>
${store.suspended ? html`<p class="warning">The platform has suspended this store: ${store.suspended.reason}</p>` : null}</li>`,
  )}</ul>`;
}
