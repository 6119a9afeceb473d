import { page } from "../pages/layout.ts";
import { type Html, html } from "../routing/html.ts";
import type { PageRoute } from "../routing/page.ts";
import type { Vault } from "../secrets/vault.ts";
import { htmlOf, latestMails, type MailRow, placeOfHtml, placeOfMail } from "./mail-store.ts";

const most = 50;

const states = {
  queued: "waits to be sent",
  sent: "was sent",
  failed: "could not be sent",
} as const;

/** A text with its addresses as links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** The mail as a mail program draws it, in a frame that runs no script. */
function drawn(mail: MailRow, vault: Vault): Html | null {
  const sealed = htmlOf(mail);
  if (sealed === null) return null;
  const source = vault.open(placeOfHtml(mail.id), sealed);
  return html`<details><summary>As HTML</summary>
<iframe class="mail" sandbox="" title="${mail.subject}" srcdoc="${source}"></iframe></details>`;
}

function article(mail: MailRow, vault: Vault): Html {
  const text = vault.open(placeOfMail(mail.id), mail);
  const from = mail.sender_name === null ? null : html` · from ${mail.sender_name}`;
  const reply = mail.reply_to === null ? null : html` · answers go to ${mail.reply_to}`;
  return html`<article class="card"><h2>${mail.subject}</h2>
<p class="soft">To ${mail.recipient}${from}${reply} · <time datetime="${mail.created_at.toISOString()}">${mail.created_at.toISOString()}</time> ·
${states[mail.state]}${mail.error === null ? null : html`: ${mail.error}`}</p>
<pre>${linked(text)}</pre>${drawn(mail, vault)}</article>`;
}

/** In development: the mail that the platform has written, whether or not there is a server to send it by. */
export function mailboxPage(vault: Vault): PageRoute {
  return {
    host: "admin",
    method: "GET",
    path: "/mail",
    visitor: "anyone",
    async handle(database, { nonce }) {
      const mails = await latestMails(database, most);
      const body = html`<h1>Mail</h1>
<p class="soft">The last ${most} that this platform has written. Shown in development only; set SOUK_SMTP_URL to have them sent.</p>
${mails.length === 0 ? html`<p>No mail yet. Invite somebody to a shop, and it stands here.</p>` : mails.map((mail) => article(mail, vault))}`;
      return { status: 200, html: page({ title: "Mail", nonce, body }), framesMail: true };
    },
  };
}
