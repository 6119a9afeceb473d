import type { Database } from "@souk/database";
import nodemailer from "nodemailer";
import type { Clock } from "../clock.ts";
import type { MailSettings } from "../config/index.ts";
import { cut, printable } from "../printable.ts";
import type { Vault } from "../secrets/vault.ts";
import {
  htmlOf,
  type MailOutcome,
  type MailRow,
  type MailTurns,
  noteMail,
  placeOfHtml,
  placeOfMail,
  takeDueMail,
} from "./mail-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a mail is in one process's hands at most. */
const heldMs = 5 * minuteMs;
/** Mails that are on their way at once, each over a connection of its own that is kept for the next. */
const atOnce = 4;
/** Mails of one run at most. */
const mostOfRun = 200;
/** What is under way when the process stops has so long to end: P4 gives the whole process 12 s. */
const endsWithinMs = 5_000;

/** The pauses after the first try, the second and so on, in ms; after the last the mail has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

/** A mail that waited longer, for want of an SMTP server, says nothing that still holds. */
const staleMs = 48 * hourMs;

/** Brings mail to the SMTP server. */
export interface MailCarrier {
  /**
   * Sends what is due. Any number of processes may do it at once.
   * @param stopping once it has fired, no further mail is begun, and those under way have five seconds
   */
  carry(database: Database, stopping: AbortSignal): Promise<void>;
  close(): void;
}

export interface CarrierParts {
  settings: MailSettings & { smtpUrl: string };
  vault: Vault;
  clock: Clock;
  /** The host in Message-ID: a mail that is sent again after a crash is the same one to its reader. */
  domain: string;
}

/** What a mail server answers is a stranger's text. */
function messageOf(error: unknown): string {
  return cut(printable(error instanceof Error ? error.message : String(error)), 500);
}

/**
 * RFC 5321, section 4.2.1: 5yz is a permanent refusal. It is of this mail where its recipient or its text is refused; a wrong
 * password or sender is put right by the operator, and refuses every mail until then.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const isOfMail = command === "RCPT TO" || command === "DATA";
  return isOfMail && typeof responseCode === "number" && responseCode >= 500;
}

/** The platform's address under the name of whoever it sends for: the address is what receivers check. */
function senderOf(from: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return from;
  return { name, address: /<(.+)>$/.exec(from)?.[1] ?? from };
}

export function createMailCarrier({ settings, vault, clock, domain }: CarrierParts): MailCarrier {
  const transport = nodemailer.createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: atOnce,
    // A kept connection that the server has closed meanwhile: a mail of which nothing was sent goes out over another.
    maxRequeues: 1,
    idleTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });

  async function tryMail(mail: MailRow, broken: AbortSignal): Promise<MailOutcome> {
    const now = clock.now();
    if (now - mail.created_at.getTime() > staleMs)
      return { state: "failed", error: "It could not be sent within 48 hours." };
    const html = htmlOf(mail);
    try {
      await transport.sendMail({
        from: senderOf(settings.from, mail.sender_name),
        ...(mail.reply_to === null ? {} : { replyTo: { name: "", address: mail.reply_to } }),
        to: { name: "", address: mail.recipient },
        subject: mail.subject,
        text: vault.open(placeOfMail(mail.id), mail),
        ...(html === null ? {} : { html: vault.open(placeOfHtml(mail.id), html) }),
        messageId: `<mail-${mail.id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        signal: broken,
      });
      return { state: "sent", at: new Date(clock.now()) };
    } catch (error) {
      if (broken.aborted)
        return { state: "queued", due_at: new Date(now + minuteMs), error: "The server stopped meanwhile." };
      const pause = pauses[mail.attempts - 1];
      if (pause === undefined || isPermanent(error)) return { state: "failed", error: messageOf(error) };
      return { state: "queued", due_at: new Date(now + pause), error: messageOf(error) };
    }
  }

  const turns: MailTurns = { first: 0, rest: 0 };

  /** Sends one mail. @returns false when none is due */
  async function carryOne(database: Database, broken: AbortSignal): Promise<boolean> {
    const now = new Date(clock.now());
    const mail = await takeDueMail(database, { now, until: new Date(now.getTime() + heldMs) }, turns);
    if (mail !== null) await noteMail(database, mail.id, await tryMail(mail, broken));
    return mail !== null;
  }

  return {
    async carry(database, stopping) {
      let left = mostOfRun;
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
