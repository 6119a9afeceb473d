import type { EmailMessage } from "../../../infrastructure/mail/index.ts";
import { formatEmailTime } from "../password-emails.ts";

const advice = `If it was not you, change your password now, check "Account security", and tell the operator of this platform.
`;

function buildEmail(
  kind: string,
  email: string,
  { subject, text }: { subject: string; text: string },
): EmailMessage {
  return { store_id: null, kind, recipient: email, subject, text: `${text}\n\n${advice}` };
}

/** Build the email that tells a person that a factor was added. @param factor for example "an authenticator app" */
export function buildFactorAddedEmail(email: string, factor: string, addedAt: Date): EmailMessage {
  return buildEmail("factor_added", email, {
    subject: "A way to sign in was added",
    text: `At ${formatEmailTime(addedAt)}, ${factor} was added to your account. From now on, your password alone is not enough to sign in.`,
  });
}

/** Build the email that tells a person that a factor was removed. @param factor for example "the authenticator app" */
export function buildFactorRemovedEmail(
  email: string,
  factor: string,
  { removedAt, isLast }: { removedAt: Date; isLast: boolean },
): EmailMessage {
  const consequence = isLast ? " Your account is now protected by its password only." : "";
  return buildEmail("factor_removed", email, {
    subject: "A way to sign in was removed",
    text: `At ${formatEmailTime(removedAt)}, ${factor} was removed from your account.${consequence}`,
  });
}

/** Build the email that tells a person that they have new recovery codes. */
export function buildRecoveryCodesReplacedEmail(email: string, replacedAt: Date): EmailMessage {
  return buildEmail("recovery_codes_replaced", email, {
    subject: "You have new recovery codes",
    text: `At ${formatEmailTime(replacedAt)}, new recovery codes were created for your account. The former codes no longer work.`,
  });
}

/** Build the email that tells a person that a recovery code was used. */
export function buildRecoveryCodeUsedEmail(
  email: string,
  { usedAt, remaining }: { usedAt: Date; remaining: number },
): EmailMessage {
  return buildEmail("recovery_code_used", email, {
    subject: "A recovery code was used",
    text: `At ${formatEmailTime(usedAt)}, a recovery code was used for your account. Recovery codes that still work: ${remaining}.`,
  });
}
