import { type FieldError, passwordLength } from "@souk/contract";
import {
  type Field,
  renderCsrfField,
  renderErrorSummary,
  renderInput,
} from "../../infrastructure/pages/form.ts";
import { formatPageTime } from "../../infrastructure/pages/format-page-time.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { AccountEvent } from "../security/index.ts";
import { renderActivityTable } from "./activity-list.ts";
import { describeDevice } from "./device-name.ts";
import { type FactorSection, renderFactorSection } from "./factors/factor-forms.ts";
import type { ListedSession } from "./session-store.ts";

const { minLength, maxLength } = passwordLength;

/** The error messages of the forms that set a password, by field. */
export const passwordMessages = {
  current_password: "Enter your current password.",
  password: `Enter a password of ${minLength} to ${maxLength} characters.`,
} as const;

const newPasswordField: Field = {
  name: "password",
  label: "New password",
  type: "password",
  hint: `At least ${minLength} characters. A phrase of several words is easy to remember.`,
  autocomplete: "new-password",
  required: true,
  minLength,
  maxLength,
};

/** The content of the form that asks for a password reset link, and of the form that uses the link. */
interface ResetForm {
  email: string;
  /** The CSRF token of a visitor who is still signed in; otherwise null. */
  csrf_token: string | null;
}

/** Render the form that asks for a password reset link. */
export function renderForgotForm({ email, csrf_token }: ResetForm, errors: readonly FieldError[]): Html {
  return html`<h1>Forgot your password?</h1>
${renderErrorSummary(errors)}
<p>We'll email you a link to choose a new password.</p>
<form class="card" method="post" action="/forgot-password">${csrf_token === null ? null : renderCsrfField(csrf_token)}
${renderInput({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", required: true, maxLength: 255 }, errors)}
<div class="actions"><button>Email me a link</button></div></form>
<p><a href="/sign-in">Back to sign-in</a></p>`;
}

/** Render the page that a person sees after asking for a link, whether or not they have an account. */
export function renderLinkSent(email: string): Html {
  return html`<h1>Check your email</h1>
<p>If ${email} has an account, we've sent it a link to choose a new password. The link is valid for 30 minutes.</p>
<p>No email after a few minutes? Check the spam folder, or <a href="/forgot-password">try again</a>.</p>`;
}

/** Render the form that sets a new password with a link. */
export function renderResetForm(
  { email, csrf_token, token }: ResetForm & { token: string },
  errors: readonly FieldError[],
): Html {
  return html`<h1>Choose a new password</h1>
${renderErrorSummary(errors)}
<p>For the account ${email}. All devices will be signed out.</p>
<form class="card" method="post" action="/reset-password">${csrf_token === null ? null : renderCsrfField(csrf_token)}<input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${renderInput(newPasswordField, errors)}
<div class="actions"><button>Save password</button></div></form>`;
}

/** The page for a person whose link has been used or has expired. */
export const invalidLinkBody = html`<h1>This link is no longer valid</h1>
<p>A link to choose a new password is valid for 30 minutes and can be used once.</p>
<p class="actions"><a class="button" href="/forgot-password">Email me a new link</a></p>`;

/** The page that a person sees after choosing a new password. */
export const passwordSavedBody = html`<h1>Your password was changed</h1>
<p>All devices were signed out.</p>
<p class="actions"><a class="button" href="/sign-in">Sign in</a></p>`;

/** The content of the page with a person's password and sessions. */
export interface SecurityPageContent extends FactorSection {
  sessions: readonly ListedSession[];
  /** The hash of the session with which the page was opened. */
  currentSession: Buffer;
  /** The latest security events of the account. */
  latestEvents: readonly AccountEvent[];
  /** A sentence about what was just done; empty for none. */
  notice: string;
}

const panelNames = { admin: "Admin", partners: "Partner dashboard" } as const;

function renderSession(
  session: ListedSession,
  { csrf_token, currentSession }: Pick<SecurityPageContent, "csrf_token" | "currentSession">,
): Html {
  const device = describeDevice(session.user_agent);
  const isCurrent = session.id_hash.equals(currentSession);
  const action = isCurrent
    ? html`This device`
    : html`<form method="post" action="/account/sessions/end">${renderCsrfField(csrf_token)}<input type="hidden" name="session" value="${session.id_hash.toString("hex")}">
<button class="quiet" aria-label="Sign out ${device}, signed in at ${session.created_at.toISOString()}">Sign out</button></form>`;
  return html`<tr><td>${device}</td><td data-head="Signed in to">${panelNames[session.audience]}</td><td data-head="Network address">${session.client_address === "" ? "Unknown" : session.client_address}</td>
<td>Last used ${formatPageTime(session.seen_at)}<br><span class="soft">Signed in ${formatPageTime(session.created_at)}</span></td><td>${action}</td></tr>`;
}

/** Render the page with a person's password and sessions. */
export function renderSecurityPage(content: SecurityPageContent, errors: readonly FieldError[]): Html {
  const { csrf_token, sessions, notice } = content;
  const otherSessions = sessions.filter(({ id_hash }) => !id_hash.equals(content.currentSession));
  return html`<h1>Account security</h1>
${notice === "" ? null : html`<p class="card" role="status">${notice}</p>`}
${content.mustAddFactor ? renderFactorSection(content) : null}
<h2 id="password-heading">Password</h2>
${renderErrorSummary(errors)}
<form class="card" method="post" action="/account/password" aria-labelledby="password-heading">${renderCsrfField(csrf_token)}
${renderInput({ name: "current_password", label: "Current password", type: "password", autocomplete: "current-password", required: true }, errors)}
${renderInput(newPasswordField, errors)}
<p class="soft">Your other devices will be signed out.</p>
<div class="actions"><button>Change password</button></div></form>
${content.mustAddFactor ? null : renderFactorSection(content)}
<h2>Where you are signed in</h2>
<table><thead><tr><th scope="col">Device</th><th scope="col">Signed in to</th><th scope="col">Network address</th><th scope="col">Time</th><th scope="col">Action</th></tr></thead>
<tbody>${sessions.map((session) => renderSession(session, content))}</tbody></table>
${
  otherSessions.length === 0
    ? html`<p class="soft">You are not signed in on any other device.</p>`
    : html`<form method="post" action="/account/sessions/end">${renderCsrfField(csrf_token)}<input type="hidden" name="session" value="others">
<button class="quiet">Sign out all other devices</button></form>`
}
<h2>Recent activity</h2>
${renderActivityTable(content.latestEvents)}
<p><a href="/account/activity">View all activity</a></p>
<p class="actions"><a class="button quiet" href="/">Back</a></p>`;
}
