import type { FieldError } from "@souk/contract";
import { renderCsrfField, renderErrorSummary, renderInput } from "../../infrastructure/pages/form.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";

/** Render the form that verifies the address of an account with a link. */
export function renderVerifyForm(
  { email, token, csrf_token, isSignedIn }: VerifyForm,
  errors: readonly FieldError[],
): Html {
  const passwordInput = html`<p>Enter the password that you chose when you signed up.</p>
<input type="hidden" name="username" autocomplete="username" value="${email}">
${renderInput({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true }, errors)}`;
  return html`<h1>Verify your email address</h1>
${renderErrorSummary(errors)}
<p>Your account has the address <strong>${email}</strong>.</p>
<form class="card" method="post" action="/verify-email">${csrf_token === null ? null : renderCsrfField(csrf_token)}<input type="hidden" name="token" value="${token}">
${isSignedIn ? null : passwordInput}
<div class="actions"><button>Verify email address</button></div></form>
${isSignedIn ? null : html`<p><a href="/forgot-password">Forgot your password?</a> Choosing a new password verifies the address, too.</p>`}`;
}

/** The content of the form that verifies an address. */
export interface VerifyForm {
  email: string;
  token: string;
  /** The CSRF token of a visitor who is signed in; otherwise null. */
  csrf_token: string | null;
  /** Whether the visitor is signed in with this account. If so, the form asks for no password. */
  isSignedIn: boolean;
}

/** The page for a person whose link has been used or has expired. */
export const invalidVerificationBody = html`<h1>This link is no longer valid</h1>
<p>A link that verifies an email address is valid for 24 hours and can be used once. If you have used it, you can sign in.</p>
<p class="actions"><a class="button" href="/sign-in">Sign in</a> <a class="button quiet" href="/verify-email">Email me a new link</a></p>`;

/** Render the page that a person sees after signing up in production or asking for another link, whether or not they have an account. */
export function renderVerificationSent(email: string): Html {
  return html`<h1>Check your email</h1>
<p>We've sent an email to <strong>${email}</strong>. Open the link in it to continue. The link is valid for 24 hours.</p>
<p>No email after a few minutes? Check the spam folder, or <a href="/verify-email">ask for another link</a>.</p>`;
}

/** Render the form that asks for another link. */
export function renderSendAgainForm(email: string, errors: readonly FieldError[]): Html {
  return html`<h1>Verify your email address</h1>
${renderErrorSummary(errors)}
<p>We'll email you a link that verifies the address of your account.</p>
<form class="card" method="post" action="/verify-email/send">
${renderInput({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", required: true, maxLength: 255 }, errors)}
<div class="actions"><button>Email me a link</button></div></form>
<p><a href="/sign-in">Back to sign-in</a></p>`;
}

/**
 * Render the page for a signed-in person who has not opened their verification link.
 * @param showsMailbox whether the emails of the platform are at `/mail`, because it is a development server
 */
export function renderUnverifiedPage({
  email,
  csrf_token,
  showsMailbox,
}: {
  email: string;
  csrf_token: string;
  showsMailbox: boolean;
}): Html {
  return html`<h1>Verify your email address</h1>
<p>We've sent an email to <strong>${email}</strong>. Open the link in it, then you can create a store and send emails.</p>
${showsMailbox ? html`<p>This is a development server: <a href="/mail">its emails are at /mail</a>.</p>` : null}
<form method="post" action="/verify-email/send">${renderCsrfField(csrf_token)}
<div class="actions"><button class="quiet">Email me another link</button></div></form>`;
}
