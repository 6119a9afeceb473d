import type { Database } from "@souk/database";
import nodemailer from "nodemailer";
import type { Clock } from "../../runtime/clock.ts";
import type { MailSettings } from "../../runtime/config/index.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";
import { toStorableText, truncate } from "../storable-text.ts";
import {
  type EmailRow,
  getHtmlPlace,
  getSealedHtml,
  getTextPlace,
  leaseDueEmail,
  type MailOutcome,
  type MailTurns,
  recordOutcome,
} from "./email-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The longest time that one process holds an email. */
const leaseMs = 5 * minuteMs;
/** The number of emails sent at once, each over its own connection that is kept for the next. */
const atOnce = 4;
/** The maximum number of emails in one run. */
const maxPerRun = 200;
/** The time that emails in progress have to end when the process stops: P4 gives the whole process 12 s. */
const endsWithinMs = 5_000;

/** The pauses after the first attempt, the second and so on, in ms; after the last the email has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

/** The age in ms beyond which an email that waited, for want of an SMTP server, is out of date. */
const staleMs = 48 * hourMs;

/** The sender of queued email to the SMTP server. */
export interface MailCarrier {
  /**
   * Send the emails that are due. Any number of processes may do it at once.
   * @param stopping once it has fired, no further email is begun, and those in progress have five seconds
   */
  carry(database: Database, stopping: AbortSignal): Promise<void>;
  close(): void;
}

export interface CarrierDeps {
  settings: MailSettings & { smtpUrl: string };
  vault: Vault;
  clock: Clock;
  /** The host in Message-ID: an email that is sent again after a crash is the same one to its reader. */
  domain: string;
}

/** Return the message of an error. A mail server's response is untrusted text. */
function formatError(error: unknown): string {
  return truncate(toStorableText(error instanceof Error ? error.message : String(error)), 500);
}

/**
 * Return whether an error is permanent for this email. RFC 5321, section 4.2.1: 5yz is a permanent rejection.
 * It concerns this email where its recipient or its text is rejected; a wrong password or sender is corrected
 * by the operator, and rejects every email until then.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const isOfMail = command === "RCPT TO" || command === "DATA";
  return isOfMail && typeof responseCode === "number" && responseCode >= 500;
}

/**
 * Build the From of an email: the platform's address, which receivers check, with the name of the store it
 * sends for.
 */
function formatSender(from: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return from;
  return { name, address: /<(.+)>$/.exec(from)?.[1] ?? from };
}

export function createMailCarrier({ settings, vault, clock, domain }: CarrierDeps): MailCarrier {
  const transport = nodemailer.createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: atOnce,
    // The server has closed a kept connection meanwhile: an email of which nothing was sent goes over another.
    maxRequeues: 1,
    idleTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });

  async function tryMail(mail: EmailRow, broken: AbortSignal): Promise<MailOutcome> {
    const now = clock.now();
    if (now - mail.created_at.getTime() > staleMs)
      return { state: "failed", error: "The email could not be sent within 48 hours." };
    const html = getSealedHtml(mail);
    try {
      await transport.sendMail({
        from: formatSender(settings.from, mail.sender_name),
        ...(mail.reply_to === null ? {} : { replyTo: { name: "", address: mail.reply_to } }),
        to: { name: "", address: mail.recipient },
        subject: mail.subject,
        text: vault.open(getTextPlace(mail.id), mail),
        ...(html === null ? {} : { html: vault.open(getHtmlPlace(mail.id), html) }),
        messageId: `<mail-${mail.id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        signal: broken,
      });
      return { state: "sent", at: new Date(clock.now()) };
    } catch (error) {
      if (broken.aborted)
        return {
          state: "queued",
          due_at: new Date(now + minuteMs),
          error: "The server stopped while sending.",
        };
      const pause = pauses[mail.attempts - 1];
      if (pause === undefined || isPermanent(error)) return { state: "failed", error: formatError(error) };
      return { state: "queued", due_at: new Date(now + pause), error: formatError(error) };
    }
  }

  const turns: MailTurns = { first: 0, rest: 0 };

  /** Send one email. @returns false when none is due */
  async function carryOne(database: Database, broken: AbortSignal): Promise<boolean> {
    const now = new Date(clock.now());
    const mail = await leaseDueEmail(database, { now, until: new Date(now.getTime() + leaseMs) }, turns);
    if (mail !== null) await recordOutcome(database, mail.id, await tryMail(mail, broken));
    return mail !== null;
  }

  return {
    async carry(database, stopping) {
      let left = maxPerRun;
      const breaking = new AbortController();
      const breakSoon = (): void => void setTimeout(() => breaking.abort(), endsWithinMs).unref();
      stopping.addEventListener("abort", breakSoon);
      // Taken one by one: of several, the last could be due again, and another's, before its turn came.
      const carrier = async (): Promise<void> => {
        while (left-- > 0 && !stopping.aborted) if (!(await carryOne(database, breaking.signal))) return;
      };
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, carrier));
      stopping.removeEventListener("abort", breakSoon);
      for (const each of ended) if (each.status === "rejected") throw each.reason;
    },
    close: () => transport.close(),
  };
}
