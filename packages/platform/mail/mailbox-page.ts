import { page } from "../pages/layout.ts";
import { type Html, html } from "../routing/html.ts";
import type { PageRoute } from "../routing/page.ts";
import type { Vault } from "../secrets/vault.ts";
import { latestMails, type MailRow, placeOfMail } from "./mail-store.ts";

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

function article(mail: MailRow, text: string): Html {
  return html`<article class="card"><h2>${mail.subject}</h2>
<p class="soft">To ${mail.recipient} · <time datetime="${mail.created_at.toISOString()}">${mail.created_at.toISOString()}</time> ·
${states[mail.state]}${mail.error === null ? null : html`: ${mail.error}`}</p>
<pre>${linked(text)}</pre></article>`;
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
${mails.length === 0 ? html`<p>No mail yet. Invite somebody to a shop, and it stands here.</p>` : mails.map((mail) => article(mail, vault.open(placeOfMail(mail.id), mail)))}`;
      return { status: 200, html: page({ title: "Mail", nonce, body }) };
    },
  };
}
