import type { EmailMessage } from "../../infrastructure/mail/index.ts";

/** The kind of the email to a person who signs up although they have an account. */
export const existingAccountKind = "existing_account";

/**
 * Build the email with the link that verifies the address of a new account. The subject and the text contain nothing from the
 * sign-up form, because a stranger may have filled in the form.
 */
export function buildVerificationEmail({ email, link }: { email: string; link: string }): EmailMessage {
  return {
    store_id: null,
    kind: "email_verification",
    recipient: email,
    subject: "Verify your email address",
    text: `Somebody signed up with this email address. If it was you, open this link to verify the address. The link is valid for 24 hours and can be used once:

${link}

If it was not you, ignore this email. The account cannot be used without the link.
`,
  };
}

/** Build the email to a person who signs up although their address has an account. */
export function buildExistingAccountEmail({
  email,
  origin,
}: {
  email: string;
  origin: string;
}): EmailMessage {
  return {
    store_id: null,
    kind: existingAccountKind,
    recipient: email,
    subject: "You already have an account",
    text: `Somebody signed up with this email address, which already has an account. Nothing was changed.

If it was you, sign in instead: ${origin}/sign-in

If you have forgotten your password, choose a new one: ${origin}/forgot-password

If it was not you, you can ignore this email.
`,
  };
}
