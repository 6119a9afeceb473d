import type { Database, Log } from "@souk/database";
import nodemailer from "nodemailer";
import type { Clock } from "../../runtime/clock.ts";
import type { MailSettings } from "../../runtime/config/index.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";
import { toStorableText, truncate } from "../storable-text.ts";
import { createSmtpCheck, type SmtpCheck } from "./check-smtp.ts";
import {
  type EmailOutcome,
  type EmailRow,
  getHtmlField,
  getSealedHtml,
  getTextField,
  leaseDueEmail,
  type StoreTurns,
  saveOutcome,
} from "./email-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a process may take to send an email before another process may retry it. */
const leaseMs = 5 * minuteMs;
/** The maximum number of emails that are sent concurrently. Each is sent over its own connection, which is reused afterward. */
const maxConcurrent = 4;
/** The maximum number of emails in one run. */
const maxPerRun = 200;
/** How long emails in progress may take when the process stops. P4 in docs/spec/proofs.md allows the whole process 12 s to stop. */
const stopGraceMs = 5_000;

/** The pauses in ms after each failed attempt. If the attempt after the last pause fails, the email has failed. */
const retryPauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

/** The age in ms from which an email is no longer sent. Emails become that old if no SMTP server is configured for a while. */
const staleMs = 48 * hourMs;

/** Sends queued emails to the SMTP server. */
export interface EmailSender {
  /**
   * Send the emails that are due. Several processes may do so at the same time.
   * @param stopSignal after it is aborted, no further email is started, and emails in progress have five seconds to finish
   */
  sendDueEmails(database: Database, stopSignal: AbortSignal): Promise<void>;
  /** Check whether the SMTP server can be reached, at most once a minute. */
  check(): Promise<SmtpCheck>;
  close(): void;
}

export interface EmailSenderDeps {
  settings: MailSettings & { smtpUrl: string };
  /** Whether an email is sent only over an encrypted connection. */
  requiresTls: boolean;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** The host in each email's Message-ID. By the Message-ID, mail programs recognize an email that is sent again after a crash. */
  domain: string;
}

/** Return the message of an error, truncated and without NUL, because a mail server's response is untrusted text. */
function formatError(error: unknown): string {
  return truncate(toStorableText(error instanceof Error ? error.message : String(error)), 500);
}

/**
 * Return whether retrying this email is useless, because the mail server permanently rejected its recipient or text
 * (status 5yz in RFC 5321, section 4.2.1). A wrong password or sender affects every email until the operator corrects
 * it, so those errors are retried.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return isAboutOneEmail(error) && typeof responseCode === "number" && responseCode >= 500;
}

function isAboutOneEmail(error: unknown): boolean {
  const { command } = error as { command?: unknown };
  return command === "RCPT TO" || command === "DATA";
}

/**
 * Build the From header: the platform's email address, which receiving servers verify, with the name of the store.
 */
function formatSender(from: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return from;
  return { name, address: /<(.+)>$/.exec(from)?.[1] ?? from };
}

/** Create the pool of connections to the SMTP server. */
function createTransport({ smtpUrl }: { smtpUrl: string }, requiresTls: boolean) {
  return nodemailer.createTransport({
    url: smtpUrl,
    // Otherwise somebody between the platform and the server could hide that the server offers STARTTLS, and then read the
    // password and every link.
    requireTLS: requiresTls,
    pool: true,
    maxConnections: maxConcurrent,
    // If the server closed a reused connection before any part of an email was sent, the email is sent over another
    // connection.
    maxRequeues: 1,
    idleTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
}

/** Create the sender of queued email, with a pool of connections to the SMTP server. */
export function createEmailSender({
  settings,
  requiresTls,
  vault,
  clock,
  log,
  domain,
}: EmailSenderDeps): EmailSender {
  const transport = createTransport(settings, requiresTls);
  let warnedAt = Number.NEGATIVE_INFINITY;

  /**
   * Log, at most once a minute, that the mail server accepts no emails. Errors about one email name its recipient, so they
   * are not logged.
   */
  function warn(error: unknown): void {
    if (isAboutOneEmail(error) || clock.now() - warnedAt < minuteMs) return;
    warnedAt = clock.now();
    log.warn({ error: formatError(error) }, "The mail server accepts no emails.");
  }

  async function trySend(email: EmailRow, abortSignal: AbortSignal): Promise<EmailOutcome> {
    const now = clock.now();
    if (now - email.scheduled_at.getTime() > staleMs)
      return { state: "failed", error: "The email could not be sent within 48 hours." };
    const html = getSealedHtml(email);
    try {
      await transport.sendMail({
        from: formatSender(settings.from, email.sender_name),
        ...(email.reply_to === null ? {} : { replyTo: { name: "", address: email.reply_to } }),
        to: { name: "", address: email.recipient },
        subject: email.subject,
        text: vault.open(getTextField(email.id), email),
        ...(html === null ? {} : { html: vault.open(getHtmlField(email.id), html) }),
        messageId: `<mail-${email.id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        signal: abortSignal,
      });
      return { state: "sent", at: new Date(clock.now()) };
    } catch (error) {
      if (abortSignal.aborted)
        return {
          state: "queued",
          due_at: new Date(now + minuteMs),
          error: "The server stopped while it was sending the email.",
        };
      warn(error);
      const pause = retryPauses[email.attempts - 1];
      if (pause === undefined || isPermanent(error)) return { state: "failed", error: formatError(error) };
      return { state: "queued", due_at: new Date(now + pause), error: formatError(error) };
    }
  }

  const turns: StoreTurns = { priority: 0, normal: 0 };

  /** Send the next due email. @returns false if no email is due */
  async function sendNext(database: Database, abortSignal: AbortSignal): Promise<boolean> {
    const now = new Date(clock.now());
    const email = await leaseDueEmail(database, { now, until: new Date(now.getTime() + leaseMs) }, turns);
    if (email !== null) await saveOutcome(database, email.id, await trySend(email, abortSignal));
    return email !== null;
  }

  return {
    async sendDueEmails(database, stopSignal) {
      let remainingCount = maxPerRun;
      const abortController = new AbortController();
      const abortAfterGrace = (): void => void setTimeout(() => abortController.abort(), stopGraceMs).unref();
      stopSignal.addEventListener("abort", abortAfterGrace);
      // Each email is leased just before it is sent, because its lease could expire if several were leased at once.
      const sendUntilDone = async (): Promise<void> => {
        while (remainingCount > 0 && !stopSignal.aborted) {
          remainingCount -= 1;
          if (!(await sendNext(database, abortController.signal))) return;
        }
      };
      const results = await Promise.allSettled(Array.from({ length: maxConcurrent }, sendUntilDone));
      stopSignal.removeEventListener("abort", abortAfterGrace);
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
    check: createSmtpCheck(transport, { now: clock.now, formatError }),
    close: () => transport.close(),
  };
}
