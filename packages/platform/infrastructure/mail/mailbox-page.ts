import type { Vault } from "../../runtime/secrets/vault.ts";
import { page } from "../pages/layout.ts";
import { type Html, html } from "../routing/html.ts";
import type { PageRoute } from "../routing/page.ts";
import { type EmailRow, getHtmlPlace, getSealedHtml, getTextPlace, listLatestEmails } from "./email-store.ts";

const maxEmails = 50;

const states = {
  queued: "queued",
  sent: "sent",
  failed: "failed",
} as const;

/** Render a text with its addresses as links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** Render the email as an email program shows it, in a frame that runs no script. */
function drawn(mail: EmailRow, vault: Vault): Html | null {
  const sealed = getSealedHtml(mail);
  if (sealed === null) return null;
  const source = vault.open(getHtmlPlace(mail.id), sealed);
  return html`<details><summary>As HTML</summary>
<iframe class="mail" sandbox="" title="${mail.subject}" srcdoc="${source}"></iframe></details>`;
}

function article(mail: EmailRow, vault: Vault): Html {
  const text = vault.open(getTextPlace(mail.id), mail);
  const from = mail.sender_name === null ? null : html` · from ${mail.sender_name}`;
  const reply = mail.reply_to === null ? null : html` · reply to ${mail.reply_to}`;
  return html`<article class="card"><h2>${mail.subject}</h2>
<p class="soft">To ${mail.recipient}${from}${reply} · <time datetime="${mail.created_at.toISOString()}">${mail.created_at.toISOString()}</time> ·
${states[mail.state]}${mail.error === null ? null : html`: ${mail.error}`}</p>
<pre>${linked(text)}</pre>${drawn(mail, vault)}</article>`;
}

/**
 * Create the page that shows the platform's email in development, whether or not there is a server to send it
 * by.
 */
export function mailboxPage(vault: Vault): PageRoute {
  return {
    host: "admin",
    method: "GET",
    path: "/mail",
    visitor: "anyone",
    async handle(database, { nonce }) {
      const emails = await listLatestEmails(database, maxEmails);
      const body = html`<h1>Email</h1>
<p class="soft">The last ${maxEmails} emails of this platform. Shown in development only. Set SOUK_SMTP_URL to send them.</p>
${emails.length === 0 ? html`<p>No email yet. Invite a staff member to a store to see one.</p>` : emails.map((mail) => article(mail, vault))}`;
      return { status: 200, html: page({ title: "Mail", nonce, body }), framesMail: true };
    },
  };
}
