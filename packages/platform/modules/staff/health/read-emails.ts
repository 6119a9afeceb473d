import type { Queryable } from "@souk/database";
import type { SmtpCheck } from "../../../infrastructure/mail/index.ts";
import { maskMessage } from "../failures/mask-values.ts";
import { type Part, storeSql, toTime } from "./health-deps.ts";

/** The maximum number of waiting emails that are read in each state, and the maximum that is reported for all states together. */
const maxWaiting = 10_000;
/** The maximum number of failed emails that are read. */
const maxFailedEmails = 1_000;
/** The maximum number of groups of failed emails that are shown. */
const maxFailureGroups = 10;

// Each of these queries uses a partial index: mails_queued, mails_unrendered, mails_sent or mails_failed.
const queueText = `
  select least(count(*), ${maxWaiting}) as waiting_count, min(created_at) as oldest_waiting_at,
    (select max(sent_at) from mails where state = 'sent') as last_sent_at
  from (
    (select created_at from mails where state = 'queued' limit ${maxWaiting})
    union all (select created_at from mails where state = 'unrendered' limit ${maxWaiting})) waiting`;

const failedText = `
  select mail.kind, mail.error, mail.created_at, case when store.id is not null then ${storeSql} end as store
  from (
    select kind, error, created_at, store_id from mails
    where state = 'failed' and created_at > $1::timestamptz - interval '24 hours'
    order by created_at desc limit ${maxFailedEmails}) mail
    left join stores store on store.id = mail.store_id
  order by mail.created_at desc`;

interface QueueRow {
  waiting_count: number;
  oldest_waiting_at: Date | null;
  last_sent_at: Date | null;
}

type Failure = Part<"emails">["failures"][number];

interface FailedEmailRow {
  kind: string;
  error: string | null;
  created_at: Date;
  store: Failure["store"];
}

/**
 * Group failed emails by kind, store and reason, and return the 10 largest groups. A reason is masked, because it is the response of a
 * mail server, which often names the recipient.
 */
function groupFailures(rows: readonly FailedEmailRow[]): Failure[] {
  const failures = new Map<string, Failure>();
  for (const { kind, error, created_at, store } of rows) {
    const reason = maskMessage(error ?? "", 300);
    const key = JSON.stringify([kind, store?.id, reason]);
    const failure = failures.get(key);
    if (failure) failure.count += 1;
    else failures.set(key, { kind, store, reason, count: 1, latest_at: created_at.toISOString() });
  }
  return [...failures.values()].sort((a, b) => b.count - a.count).slice(0, maxFailureGroups);
}

function describeSmtp(smtp: SmtpCheck | null): Pick<Part<"emails">, "smtp" | "smtp_error"> {
  if (smtp === null) return { smtp: "missing", smtp_error: null };
  if (smtp.ok) return { smtp: "reachable", smtp_error: null };
  return { smtp: "unreachable", smtp_error: maskMessage(smtp.error, 300) };
}

/**
 * Read the email queue and the failures of the last 24 hours, and add the result of a check of the SMTP server.
 * @param smtp null if no SMTP server is configured
 */
export async function readEmails(tx: Queryable, now: Date, smtp: SmtpCheck | null): Promise<Part<"emails">> {
  const queue = await tx.one<QueueRow>(queueText);
  const failedEmails = await tx.many<FailedEmailRow>(failedText, [now]);
  return {
    ...describeSmtp(smtp),
    waiting_count: queue.waiting_count,
    oldest_waiting_at: toTime(queue.oldest_waiting_at),
    last_sent_at: toTime(queue.last_sent_at),
    failed_count: failedEmails.length,
    failures: groupFailures(failedEmails),
  };
}
