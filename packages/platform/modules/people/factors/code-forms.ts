import type { FieldError } from "@souk/contract";
import {
  type Field,
  renderCsrfField,
  renderErrorSummary,
  renderInput,
} from "../../../infrastructure/pages/form.ts";
import { type Html, html } from "../../../infrastructure/routing/html.ts";
import type { Audience } from "../session-rules.ts";
import { addReturnPath } from "../sign-in-response.ts";
import type { Factors } from "./factor-list.ts";
import { passkeyPanelNames, renderPasskeyButton } from "./passkey-forms.ts";

/** The error message for an empty code. */
export const missingCodeMessage = "Enter a code.";

/** Build the input for a code. @param hasAuthenticator whether the account has an authenticator app */
export function buildCodeField(hasAuthenticator: boolean): Field {
  return {
    name: "code",
    label: hasAuthenticator ? "Code" : "Recovery code",
    hint: hasAuthenticator
      ? "The 6 digits that your authenticator app shows, or one of your recovery codes."
      : "One of the recovery codes that you saved. Each code works once.",
    autocomplete: "one-time-code",
    required: true,
    maxLength: 64,
  };
}

/** The content of the page that asks for a code. */
interface CodeForm {
  factors: Factors;
  audience: Audience;
  returnTo: string;
  /** The CSRF token of a visitor who is signed in already; otherwise null. */
  csrf_token: string | null;
}

/** Render the page that asks for a code after the password. */
export function renderCodeForm(form: CodeForm, errors: readonly FieldError[]): Html {
  const { factors, audience, returnTo, csrf_token } = form;
  const hiddenFields = html`<input type="hidden" name="return_to" value="${returnTo}">${csrf_token === null ? null : renderCsrfField(csrf_token)}`;
  const hasPasskeyHere = factors.passkeys.some((passkey) => passkey.audience === audience);
  const hasPasskeyElsewhere = factors.passkeys.length > 0 && !hasPasskeyHere;
  return html`<h1>Enter a code</h1>
${renderErrorSummary(errors)}
<form class="card" method="post" action="/sign-in/code">${hiddenFields}
${renderInput(buildCodeField(factors.authenticatorAddedAt !== null), errors)}
<div class="actions"><button>Sign in</button></div></form>
${hasPasskeyHere ? renderPasskeyButton({ action: "/sign-in/passkey", hiddenFields }) : null}
${hasPasskeyElsewhere ? html`<p>Your passkeys work only in the ${passkeyPanelNames[audience === "admin" ? "partners" : "admin"]}.</p>` : null}
<p><a href="${addReturnPath("/sign-in", returnTo)}">Start over</a></p>
<p class="soft">Without your device and your recovery codes, only the operator of this platform can help you.</p>`;
}

/** Render the page for a person who has entered too many wrong codes. @param signInPath the path of the sign-in page */
export function renderTooManyCodes(signInPath: string): Html {
  return html`<h1>Too many wrong codes</h1>
<p>Sign in with your password again to get more attempts.</p>
<p class="actions"><a class="button" href="${signInPath}">Sign in</a></p>`;
}
