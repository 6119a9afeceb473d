import { type FieldError, passwordLength, scopes } from "@souk/contract";
import { csrfField, errorSummary, inputField } from "../../pages/form.ts";
import type { SignedIn } from "../../routing/call.ts";
import { type Html, html } from "../../routing/html.ts";
import type { FoundInvitation } from "./invitation-store.ts";

/** What the page of an invitation is shown with. */
export interface InvitationForm {
  found: FoundInvitation;
  signedIn: SignedIn | null;
  token: string;
  /** As it was posted. */
  name: string;
}

export const joinSentences = {
  name: "A name has at most 255 characters.",
  password: `Choose a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters.`,
} as const;

/** For a link that was used, withdrawn, replaced, is too old, or never was. */
export const goneBody = html`<h1>This invitation is good no more</h1>
<p>It was accepted, withdrawn or sent again, or it is older than 7 days. Ask whoever sent it for a new one.</p>
<p class="actions"><a class="button quiet" href="/">To your shops</a></p>`;

function roleWords({ role, scopes: given }: FoundInvitation): Html {
  if (role === "manager")
    return html`<p>As a manager you can do everything there but decide about other managers.</p>`;
  return html`<p>There you will be able to:</p><ul>${given.map((scope) => html`<li>${scopes[scope]}</li>`)}</ul>`;
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
<p>Your account will have the address <strong>${found.email}</strong>.</p>
${inputField({ name: "name", label: "Your name", value: name, autocomplete: "name", maxLength: 255 }, errors)}
${inputField({ name: "password", label: "Password", type: "password", hint: `At least ${minLength} characters. A few words are easier to remember than a single odd one.`, autocomplete: "new-password", required: true, minLength, maxLength }, errors)}
<div class="actions"><button>Create account and accept</button></div></form>`;
}

/** The page on which somebody reads what they are invited to, and accepts. */
export function invitationBody(form: InvitationForm, errors: readonly FieldError[]): Html {
  const { found } = form;
  return html`<h1>Join ${found.store_name}</h1>
<p>${found.invited_by ?? "Somebody"} invites you to work in this shop.</p>
<div class="card">${roleWords(found)}</div>
${decision(form, errors)}`;
}
