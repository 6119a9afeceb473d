import type { FieldError } from "@souk/contract";
import { renderSVG } from "uqr";
import { renderCsrfField, renderErrorSummary, renderInput } from "../../../infrastructure/pages/form.ts";
import { formatPageTime } from "../../../infrastructure/pages/format-page-time.ts";
import { Html, html } from "../../../infrastructure/routing/html.ts";
import type { AuthenticatorSetup } from "./authenticator.ts";
import { buildCodeField } from "./code-forms.ts";
import type { Factors } from "./factor-list.ts";
import { passkeyPanelNames } from "./passkey-forms.ts";
import { recoveryCodeCount } from "./recovery-codes.ts";

/** The content of the section about factors. */
export interface FactorSection {
  csrf_token: string;
  factors: Factors;
  /** Whether the person can do nothing else before they have added a factor. */
  mustAddFactor: boolean;
}

function renderButton(action: string, csrf_token: string, button: Html): Html {
  return html`<form method="post" action="${action}">${renderCsrfField(csrf_token)}${button}</form>`;
}

function renderAuthenticator({ csrf_token, factors }: FactorSection): Html {
  const { authenticatorAddedAt } = factors;
  if (authenticatorAddedAt === null)
    return html`<li><p><strong>Authenticator app</strong><br><span class="soft">An app on your phone shows a new code every 30 seconds.</span></p>
${renderButton("/account/authenticator/setup", csrf_token, html`<button class="quiet">Add authenticator app</button>`)}</li>`;
  return html`<li><p><strong>Authenticator app</strong><br><span class="soft">Added ${formatPageTime(authenticatorAddedAt)}</span></p>
${renderButton("/account/authenticator/remove", csrf_token, html`<button class="quiet">Remove authenticator app</button>`)}</li>`;
}

function renderPasskeys({ csrf_token, factors }: FactorSection): Html {
  return html`${factors.passkeys.map(
    ({ id, name, audience, created_at, used_at }) =>
      html`<li><p><strong>Passkey: ${name}</strong><br><span class="soft">For the ${passkeyPanelNames[audience]}. Added ${formatPageTime(created_at)}. ${used_at === null ? "Not used yet." : html`Last used ${formatPageTime(used_at)}.`}</span></p>
${renderButton("/account/passkeys/remove", csrf_token, html`<input type="hidden" name="passkey" value="${id}"><button class="quiet" aria-label="Remove passkey ${name}">Remove passkey</button>`)}</li>`,
  )}
<li><p><strong>Passkeys</strong><br><span class="soft">Sign in with your fingerprint, face or a security key, without your password.</span></p>
${renderButton("/account/passkeys/new", csrf_token, html`<button class="quiet">Add passkey</button>`)}</li>`;
}

function renderRecoveryCodes({ csrf_token, factors }: FactorSection): Html | null {
  if (factors.authenticatorAddedAt === null && factors.passkeys.length === 0) return null;
  return html`<li><p><strong>Recovery codes</strong><br><span class="soft">${factors.recoveryCodeCount} of ${recoveryCodeCount} can still be used. Each code lets you sign in once if you don't have your device.</span></p>
${renderButton("/account/recovery-codes", csrf_token, html`<button class="quiet">Create new recovery codes</button>`)}</li>`;
}

/** Render the section of account security about the authenticator app, the passkeys and the recovery codes. */
export function renderFactorSection(section: FactorSection): Html {
  return html`<h2>Two-factor authentication</h2>
${
  section.mustAddFactor
    ? html`<p class="warning">Platform staff need an authenticator app or a passkey. Add one to continue.</p>`
    : null
}
<ul class="card plain">${renderAuthenticator(section)}${renderPasskeys(section)}${renderRecoveryCodes(section)}</ul>`;
}

/** Render the QR code of an authenticator app as SVG. Its colors are fixed, because scanners need dark on light. */
function renderQrCode(url: string): Html {
  const svg = renderSVG(url, { border: 2, pixelSize: 5 });
  return html`<p class="qr" role="img" aria-label="QR code with the secret">${new Html(svg)}</p>`;
}

/** Render the page on which a person adds an authenticator app. */
export function renderAuthenticatorSetup(
  { secret, url }: AuthenticatorSetup,
  csrf_token: string,
  errors: readonly FieldError[],
): Html {
  const groupedSecret = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  const field = {
    ...buildCodeField(true),
    label: "Code",
    hint: "The 6 digits that the app now shows.",
  };
  return html`<h1>Add an authenticator app</h1>
${renderErrorSummary(errors)}
<div class="card"><h2>1. Scan this QR code with the app</h2>
${renderQrCode(url)}
<p>Or enter this secret in the app: <code>${groupedSecret}</code></p></div>
<form class="card" method="post" action="/account/authenticator"><h2>2. Enter the code that the app shows</h2>
${renderCsrfField(csrf_token)}
${renderInput(field, errors)}
<div class="actions"><button>Add authenticator app</button><a class="button quiet" href="/account/security">Cancel</a></div></form>`;
}

/** Render the page with new recovery codes, which are shown only once. */
export function renderNewRecoveryCodes(codes: readonly string[], notice: string): Html {
  return html`<h1>Save your recovery codes</h1>
${notice === "" ? null : html`<p class="card" role="status">${notice}</p>`}
<p>Each code lets you sign in once if you don't have your device. Print them, or save them in a password manager. They are not shown again.</p>
<ul class="card plain codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="actions"><a class="button" href="/account/security">I have saved the codes</a></p>`;
}
