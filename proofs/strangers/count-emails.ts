import type { ServerProcess } from "../server-process.ts";
import type { Victim } from "./stranger.ts";

/** How many emails were queued since a time. */
export interface EmailCounts {
  /** Emails with texts of the stranger: test emails, invitations and edited notifications. */
  ownTexts: number;
  /** Emails without such texts to the victim's account and to the account that has not verified its address. */
  toVictims: number;
  /** Emails with links that verify the addresses with which the stranger signed up. */
  signUps: number;
  /** Emails of the default template to buyers of orders that the stranger shipped. */
  shipments: number;
}

const countSql = `
  select count(*) filter (where is_own_text) as "ownTexts",
    count(*) filter (where recipient = any($2) and not is_own_text) as "toVictims",
    count(*) filter (where kind = 'email_verification' and not recipient = any($2)) as "signUps",
    count(*) filter (where order_id is not null and not is_own_text) as shipments
  from mails where created_at >= $1`;

/** Count the emails that were queued since a time. */
export async function countEmails(
  server: ServerProcess,
  { email, unverifiedEmail }: Victim,
  since: Date,
): Promise<EmailCounts> {
  return server.queryWhileRunning((database) =>
    database.one<EmailCounts>(countSql, [since, [email, unverifiedEmail]]),
  );
}
