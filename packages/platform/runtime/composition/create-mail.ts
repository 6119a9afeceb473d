import type { Log } from "@souk/database";
import { isLoopbackName } from "@souk/delivery";
import {
  createEmailQueue,
  createEmailSender,
  createMailboxPage,
  createUnrenderedEmails,
  deleteEmailsBefore,
  type EmailQueue,
  type SmtpCheck,
  type UnrenderedEmails,
} from "../../infrastructure/mail/index.ts";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import type { Job } from "../housekeeping/index.ts";
import type { Vault } from "../secrets/vault.ts";

/** The platform's email: the queue, the jobs that send and delete emails, and the mailbox page in development. */
export interface PlatformMail {
  queue: EmailQueue;
  /** The queue of emails that are rendered before they are sent. */
  unrendered: UnrenderedEmails;
  /** Whether an SMTP server is configured. Without a server, emails stay in the queue. */
  sendsEmail: boolean;
  /** Check whether the SMTP server can be reached; null if none is configured. */
  checkSmtp: (() => Promise<SmtpCheck>) | null;
  pages: PageRoute[];
  housekeeping: Job[];
  close(): void;
}

const secondMs = 1_000;
const hourMs = 3_600_000;
const emailRetentionMs = 30 * 24 * hourMs;

interface MailDeps {
  config: Config;
  log: Log;
  vault: Vault;
  clock: Clock;
  addresses: Addresses;
}

/** Create the email queue and, if an SMTP server is configured, the job that sends emails. */
export function createMail({ config, log, vault, clock, addresses }: MailDeps): PlatformMail {
  const { smtpUrl } = config.mail;
  const settings = smtpUrl === null ? null : { ...config.mail, smtpUrl };
  const requiresTls =
    config.mode === "production" && smtpUrl !== null && !isLoopbackName(new URL(smtpUrl).hostname);
  const emailSender =
    settings && createEmailSender({ settings, requiresTls, vault, clock, log, domain: addresses.domain });
  const sendJobs: Job[] = emailSender
    ? [{ name: "send emails", everyMs: secondMs, concurrent: true, run: emailSender.sendDueEmails }]
    : [];
  const deleteJob: Job = {
    name: "delete old emails",
    everyMs: hourMs,
    run: (database) => deleteEmailsBefore(database, new Date(clock.now() - emailRetentionMs)),
  };
  return {
    queue: createEmailQueue({ vault, clock }),
    unrendered: createUnrenderedEmails({ vault, clock }),
    sendsEmail: emailSender !== null,
    checkSmtp: emailSender?.check ?? null,
    pages:
      config.mode === "development"
        ? [createMailboxPage(vault, config.isPublicDevelopment ? "staff" : "account")]
        : [],
    housekeeping: [...sendJobs, deleteJob],
    close: () => emailSender?.close(),
  };
}
