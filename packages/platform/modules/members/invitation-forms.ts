import { type FieldError, passwordLength, scopes } from "@souk/contract";
import { csrfField, errorSummary, inputField } from "../../infrastructure/pages/form.ts";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { FoundInvitation } from "./invitation-store.ts";

/** The data for the page of an invitation. */
export interface InvitationForm {
  found: FoundInvitation;
  signedIn: SignedIn | null;
  token: string;
  /** The name, as it was posted. */
  name: string;
}

export const joinSentences = {
  name: "Enter a name of at most 255 characters.",
  password: `Enter a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters.`,
} as const;

/** The page for a link that was used, withdrawn, replaced, is too old, or never existed. */
export const invalidInvitationBody = html`<h1>This invitation is no longer valid</h1>
<p>The invitation was accepted, withdrawn or resent, or it is older than 7 days. Ask the person who sent it for a new one.</p>
<p class="actions"><a class="button quiet" href="/">Your stores</a></p>`;

function roleWords({ role, scopes: given }: FoundInvitation): Html {
  if (role === "manager")
    return html`<p>As a manager you have full access except managing other managers.</p>`;
  return html`<p>You will be able to:</p><ul>${given.map((scope) => html`<li>${scopes[scope]}</li>`)}</ul>`;
}

function decision({ found, signedIn, token, name }: InvitationForm, errors: readonly FieldError[]): Html {
  const back = encodeURIComponent(`/sign-up/invitation?token=${token}`);
  if (signedIn === null && found.has_account)
    return html`<p>Sign in as <strong>${found.email}</strong> to accept.</p>
<p class="actions"><a class="button" href="/sign-in?return_to=${back}">Sign in</a></p>`;
  if (signedIn !== null && signedIn.email.toLowerCase() !== found.email.toLowerCase())
    return html`<p class="warning">The invitation is for <strong>${found.email}</strong>, and you are signed in as
<strong>${signedIn.email}</strong>. Sign out at the top of this page, then open the link again.</p>`;
  const hidden = html`<input type="hidden" name="token" value="${token}">`;
  if (signedIn !== null)
    return html`<form method="post" action="/sign-up/invitation">${csrfField(signedIn.csrf_token)}${hidden}
<div class="actions"><button>Accept</button></div></form>`;
  const { minLength, maxLength } = passwordLength;
  return html`${errorSummary(errors)}<form class="card" method="post" action="/sign-up/invitation">${hidden}
<p>Your account will use the email address <strong>${found.email}</strong>.</p>
${inputField({ name: "name", label: "Your name", value: name, autocomplete: "name", maxLength: 255 }, errors)}
${inputField({ name: "password", label: "Password", type: "password", hint: `At least ${minLength} characters. A phrase of several words is easy to remember.`, autocomplete: "new-password", required: true, minLength, maxLength }, errors)}
<div class="actions"><button>Create account and accept</button></div></form>`;
}

/** Render the page on which the recipient reads an invitation and accepts it. */
export function invitationBody(form: InvitationForm, errors: readonly FieldError[]): Html {
  const { found } = form;
  return html`<h1>Join ${found.store_name}</h1>
<p>${found.invited_by ?? "A member of this store"} invited you to join this store.</p>
<div class="card">${roleWords(found)}</div>
${decision(form, errors)}`;
}
