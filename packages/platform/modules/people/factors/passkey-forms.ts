import { type Html, html } from "../../../infrastructure/routing/html.ts";

/** The names of the panels on whose host a passkey works. */
export const passkeyHosts = { admin: "admin", partners: "partner dashboard" } as const;

/** Render the button that starts a passkey prompt. */
export function renderPasskeyButton({ action, hiddenFields }: { action: string; hiddenFields: Html }): Html {
  return html`<form method="post" action="${action}">${hiddenFields}<p class="actions"><button class="quiet">Use a passkey</button></p></form>`;
}
