import type { EmailMessage } from "../../infrastructure/mail/index.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import { describeDevice } from "./device-name.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";

/** Format a time for an email, in UTC. */
export function formatEmailTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Build the email with the password reset link. */
export function buildPasswordResetEmail(request: {
  email: string;
  link: string;
  requestedAt: Date;
  client_address: string;
}): EmailMessage {
  const { email, link, requestedAt, client_address } = request;
  return {
    store_id: null,
    kind: "password_reset",
    recipient: email,
    subject: "Choose a new password",
    text: `Somebody asked for a new password for your account, at ${formatEmailTime(requestedAt)} from the network address ${client_address}.

Open this link to choose one. It is valid for 30 minutes and can be used once:

${link}

If you did not ask for it, you can ignore this email. Your password stays as it is.
`,
  };
}

/** Build the email that tells a person that somebody signed in to their account on a new device. */
export function buildNewDeviceEmail(
  signIn: { email: string; device: Device; signedInAt: Date; audience: Audience },
  { adminOrigin, partnersOrigin }: Pick<Addresses, "adminOrigin" | "partnersOrigin">,
): EmailMessage {
  const { email, device, signedInAt, audience } = signIn;
  return {
    store_id: null,
    kind: "new_device",
    recipient: email,
    subject: "New sign-in to your account",
    text: `Somebody signed in to your account on a device that was not used before.

Device: ${describeDevice(device.user_agent)}
Network address: ${device.client_address}
Time: ${formatEmailTime(signedInAt)}

If it was you, there is nothing to do. If it was not you, change your password, which signs out all other devices:

${audience === "admin" ? adminOrigin : partnersOrigin}/account/security
`,
  };
}

/** Build the email that the platform's staff send with a password reset link. */
export function buildStaffPasswordResetEmail(reset: {
  email: string;
  link: string;
  sentAt: Date;
}): EmailMessage {
  const { email, link, sentAt } = reset;
  return {
    store_id: null,
    kind: "password_reset",
    recipient: email,
    subject: "Choose a new password",
    text: `The operator of this platform sent you this link at ${formatEmailTime(sentAt)}, so that you can choose a new password for your account.

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
    text: `The password of your account was changed at ${formatEmailTime(changedAt)}. All other devices were signed out.

If it was not you, choose a new password with "Forgot your password?" on the page to sign in, and tell the operator of this platform.
`,
  };
}
