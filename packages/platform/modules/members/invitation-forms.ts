import { type FieldError, getRoleRights, passwordLength, rights } from "@souk/contract";
import { renderCsrfField, renderErrorSummary, renderInput } from "../../infrastructure/pages/form.ts";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { FoundInvitation } from "./invitation-store.ts";

/** The content of the page on which a person accepts an invitation. */
export interface InvitationForm {
  invitation: FoundInvitation;
  signedIn: SignedIn | null;
  token: string;
  /** The name in the posted form, or the empty string. */
  name: string;
}

/** The error messages of the form that creates an account, by field. */
export const signUpMessages = {
  name: "Enter a name of at most 255 characters.",
  password: `Enter a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters.`,
} as const;

/** The body of the page for a link whose invitation was accepted, withdrawn or resent, has expired, or never existed. */
export const invalidInvitationBody = html`<h1>This invitation is no longer valid</h1>
<p>The invitation was accepted, withdrawn or resent, or it is older than 7 days. Ask the person who invited you for a new invitation.</p>
<p class="actions"><a class="button quiet" href="/">Your stores</a></p>`;

function renderAccess({ role, rights: chosenRights, app_names }: FoundInvitation): Html {
  if (role === "manager")
    return html`<p>As a manager, you have full access, except that you cannot manage other managers.</p>`;
  const sentences = [
    ...getRoleRights(role, chosenRights).map((right) => rights[right]),
    ...app_names.map((name) => `Open the app ${name}`),
  ];
  return html`<p>You will be able to:</p><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}

function renderAcceptForm(
  { invitation, signedIn, token, name }: InvitationForm,
  errors: readonly FieldError[],
): Html {
  const returnPath = encodeURIComponent(`/sign-up/invitation?token=${token}`);
  if (signedIn === null && invitation.has_account)
    return html`<p>Sign in as <strong>${invitation.email}</strong> to accept.</p>
<p class="actions"><a class="button" href="/sign-in?return_to=${returnPath}">Sign in</a></p>`;
  if (signedIn !== null && signedIn.email.toLowerCase() !== invitation.email.toLowerCase())
    return html`<p class="warning">The invitation is for <strong>${invitation.email}</strong>, and you are signed in as
<strong>${signedIn.email}</strong>. Sign out at the top of this page, then open the link again.</p>`;
  const tokenField = html`<input type="hidden" name="token" value="${token}">`;
  if (signedIn !== null)
    return html`<form method="post" action="/sign-up/invitation">${renderCsrfField(signedIn.csrf_token)}${tokenField}
<div class="actions"><button>Accept</button></div></form>`;
  const { minLength, maxLength } = passwordLength;
  return html`${renderErrorSummary(errors)}<form class="card" method="post" action="/sign-up/invitation">${tokenField}
<p>Your account will use the email address <strong>${invitation.email}</strong>.</p>
${renderInput({ name: "name", label: "Your name", value: name, autocomplete: "name", maxLength: 255 }, errors)}
${renderInput({ name: "password", label: "Password", type: "password", hint: `At least ${minLength} characters. A phrase of several words is easy to remember.`, autocomplete: "new-password", required: true, minLength, maxLength }, errors)}
<div class="actions"><button>Create account and accept</button></div></form>`;
}

/** Render the body of the page on which a person reads an invitation and accepts it. */
export function renderInvitation(form: InvitationForm, errors: readonly FieldError[]): Html {
  const { invitation } = form;
  return html`<h1>Join ${invitation.store_name}</h1>
<p>${invitation.invited_by ?? "A member of this store"} invited you to join this store.</p>
<div class="card">${renderAccess(invitation)}</div>
${renderAcceptForm(form, errors)}`;
}
