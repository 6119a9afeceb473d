import type { Vault } from "../../runtime/secrets/vault.ts";
import { formatPageTime } from "../pages/format-page-time.ts";
import { renderPage } from "../pages/layout.ts";
import { type Html, html } from "../routing/html.ts";
import type { PageRoute } from "../routing/page.ts";
import { type EmailRow, getHtmlField, getSealedHtml, getTextField, listLatestEmails } from "./email-store.ts";

const maxEmails = 50;

const stateLabels = {
  unrendered: "being prepared",
  queued: "queued",
  sent: "sent",
  failed: "failed",
} as const;

/** Render a text with its URLs as links. */
function renderLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** Render the HTML of an email in a frame that runs no scripts, or return null if the email has none. */
function renderHtmlPreview(email: EmailRow, vault: Vault): Html | null {
  const sealedHtml = getSealedHtml(email);
  if (sealedHtml === null) return null;
  const source = vault.open(getHtmlField(email.id), sealedHtml);
  return html`<details><summary>As HTML</summary>
<iframe class="mail" sandbox="" title="${email.subject}" srcdoc="${source}"></iframe></details>`;
}

function renderEmail(email: EmailRow, vault: Vault): Html {
  // An email without a subject is not rendered yet: its text field contains the variables of the template.
  const text = email.subject === "" ? "" : vault.open(getTextField(email.id), email);
  const sender = email.sender_name === null ? null : html` · from ${email.sender_name}`;
  const replyAddress = email.reply_to === null ? null : html` · reply to ${email.reply_to}`;
  return html`<article class="card"><h2>${email.subject}</h2>
<p class="soft">To ${email.recipient}${sender}${replyAddress} · ${formatPageTime(email.created_at)} ·
${stateLabels[email.state]}${email.error === null ? null : html`: ${email.error}`}</p>
<pre>${renderLinks(text)}</pre>${renderHtmlPreview(email, vault)}</article>`;
}

/**
 * Create the page that shows the platform's latest emails in development, even if no SMTP server is configured.
 * @param visitor who may see the page: every `account` on a developer's own machine, only `staff` if other people can sign up
 */
export function createMailboxPage(vault: Vault, visitor: "account" | "staff"): PageRoute {
  return {
    host: "admin",
    method: "GET",
    path: "/mail",
    // Emails contain links that accept invitations, so they are not shown to everybody who can reach the server.
    visitor,
    async handle(database, { nonce }) {
      const emails = await listLatestEmails(database, maxEmails);
      const body = html`<h1>Email</h1>
<p class="soft">The last ${maxEmails} emails of this platform. This page exists in development only.
Set SOUK_SMTP_URL to send the emails.</p>
${emails.length === 0 ? html`<p>No email yet. Invite a staff member to a store to see one.</p>` : emails.map((email) => renderEmail(email, vault))}`;
      return { status: 200, html: renderPage({ title: "Email", nonce, body }), framesEmail: true };
    },
  };
}
