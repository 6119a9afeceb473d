export { formatOwnTextLimit, loadOwnTextUsage } from "./account-emails.ts";
export type { SmtpCheck } from "./check-smtp.ts";
export { type CustomerEmailLimits, countWaitingEmails } from "./customer-emails.ts";
export { createEmailQueue, type EmailMessage, type EmailQueue } from "./email-queue.ts";
export { createEmailSender } from "./email-sender.ts";
export { deleteEmailsBefore } from "./email-store.ts";
export { createMailboxPage } from "./mailbox-page.ts";
export { createUnrenderedEmails, type LeasedEmail, type UnrenderedEmails } from "./unrendered-emails.ts";
