import type { EmailMessage } from "../../infrastructure/mail/index.ts";

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Build the email with the link for a new password. */
export function buildPasswordResetEmail(data: {
  email: string;
  link: string;
  requestedAt: Date;
  client_address: string;
}): EmailMessage {
  const { email, link, requestedAt, client_address } = data;
  return {
    store_id: null,
    kind: "password_reset",
    recipient: email,
    subject: "Choose a new password",
    text: `Somebody asked for a new password for your account, at ${formatTime(requestedAt)} from the network address ${client_address}.

Open this link to choose one. It is valid for 30 minutes and can be used once:

${link}

If you did not ask for it, you can ignore this email. Your password stays as it is.
`,
  };
}

/** Build the email with the link for a new password that the platform's staff send. */
export function buildStaffPasswordResetEmail(data: {
  email: string;
  link: string;
  sentAt: Date;
}): EmailMessage {
  const { email, link, sentAt } = data;
  return {
    store_id: null,
    kind: "password_reset",
    recipient: email,
    subject: "Choose a new password",
    text: `The operator of this platform sent you this link at ${formatTime(sentAt)}, so that you can choose a new password for your account.

Open this link to choose one. It is valid for 30 minutes and can be used once:

${link}

If you did not ask for help, you can ignore this email. Your password stays as it is.
`,
  };
}

/** Build the email that tells a person that their password was changed. */
export function buildPasswordChangedEmail(email: string, changedAt: Date): EmailMessage {
  return {
    store_id: null,
    kind: "password_changed",
    recipient: email,
    subject: "Your password was changed",
    text: `The password of your account was changed at ${formatTime(changedAt)}. All other devices were signed out.

If it was not you, choose a new password with "Forgot your password?" on the page to sign in, and tell the operator of this platform.
`,
  };
}
