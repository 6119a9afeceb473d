import type { FieldError } from "@souk/contract";
import { renderCsrfField, renderErrorSummary, renderInput } from "../../../infrastructure/pages/form.ts";
import { type Html, html } from "../../../infrastructure/routing/html.ts";
import type { Audience } from "../session-rules.ts";
import { buildCodeField } from "./code-forms.ts";
import type { Factors } from "./factor-list.ts";
import { renderPasskeyButton } from "./passkey-forms.ts";

/** The content of the page on which a signed-in person proves once more who they are. */
interface VerifyForm {
  factors: Factors;
  audience: Audience;
  returnTo: string;
  csrf_token: string;
}

/**
 * Return the path to which Cancel leads: the page that the person comes from, unless that page needs the proof and would lead back here.
 */
function getCancelPath(returnTo: string): string {
  if (returnTo.startsWith("/account/")) return "/account/security";
  return new URL(returnTo, "http://localhost").pathname.endsWith("/oauth/authorize") ? "/" : returnTo;
}

/** Render the page on which a signed-in person proves once more who they are, with the password, a code or a passkey. */
export function renderVerifyPage(form: VerifyForm, errors: readonly FieldError[]): Html {
  const { factors, audience, returnTo, csrf_token } = form;
  const { authenticatorAddedAt, passkeys } = factors;
  const hiddenFields = html`${renderCsrfField(csrf_token)}<input type="hidden" name="return_to" value="${returnTo}">`;
  const hasCodes = authenticatorAddedAt !== null || passkeys.length > 0;
  const hasPasskeyHere = passkeys.some((passkey) => passkey.audience === audience);
  return html`<h1>Confirm that it's you</h1>
<p>This protects your account if somebody else uses your device. You are not asked again for 15 minutes. If you were changing something, start again afterwards.</p>
${renderErrorSummary(errors)}
<form class="card" method="post" action="/account/verify">${hiddenFields}
${renderInput({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true }, errors)}
<div class="actions"><button>Continue</button><a class="button quiet" href="${getCancelPath(returnTo)}">Cancel</a></div></form>
${
  hasCodes
    ? html`<form class="card" method="post" action="/account/verify" aria-label="Confirm with a code">${hiddenFields}
${renderInput(buildCodeField(authenticatorAddedAt !== null), errors)}
<div class="actions"><button class="quiet">Continue with the code</button></div></form>`
    : null
}
${hasPasskeyHere ? renderPasskeyButton({ action: "/account/verify/passkey", hiddenFields }) : null}`;
}
