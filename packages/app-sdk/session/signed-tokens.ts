import { createHmac, timingSafeEqual } from "node:crypto";
import { systemTime } from "../clock.ts";
import { ConfigError } from "../config/config-error.ts";

/**
 * The tokens that an app signs for itself: short texts about a subject, for one purpose and a limited time.
 */
export interface SignedTokens {
  /**
   * Create a token about a subject, for example a store or an order, that is valid for a number of seconds.
   */
  create(subject: string, token: { purpose: string; seconds: number }): string;
  /**
   * Verify a token and return its subject; null when it is expired, for another purpose or not the app's own.
   */
  verify(token: string, purpose: string): string | null;
}

/**
 * Create an app's signed tokens, for values that it puts into a URL or a cookie and must trust when they come back. Inside the
 * admin the session token identifies a person; in a separate tab, or behind the link that answers a Fulfill action, there is no
 * admin to ask. A token can be used repeatedly until it expires, by anyone who has it.
 *
 * @param clientSecret both of a rotation: tokens are signed with the first and verified with each
 * @throws ConfigError when there is none: anyone could create such tokens
 */
export function createSignedTokens({
  clientSecret,
  now = systemTime,
}: {
  clientSecret: string | readonly string[];
  now?(): Date;
}): SignedTokens {
  const secrets = typeof clientSecret === "string" ? [clientSecret] : clientSecret;
  if (secrets.length === 0 || secrets.includes(""))
    throw new ConfigError([
      "clientSecret is empty; it takes the app's client secret, or both of a rotation.",
    ]);
  // Each purpose has its own key: a token for one is never valid for another.
  const keys = (purpose: string): Buffer[] =>
    secrets.map((secret) => createHmac("sha256", secret).update(`signed token: ${purpose}`).digest());
  const sign = (text: string, key: Buffer): Buffer => createHmac("sha256", key).update(text).digest();
  return {
    create: (subject, { purpose, seconds }) => {
      const expires = Math.floor(now().getTime() / 1000) + seconds;
      const text = `${Buffer.from(subject).toString("base64url")}~${expires}`;
      return `${text}~${sign(text, keys(purpose)[0] ?? Buffer.alloc(0)).toString("base64url")}`;
    },
    verify: (token, purpose) => {
      const [, text = "", subject = "", expires = "", sent = ""] =
        /^(([\w-]+)~(\d{1,12}))~([\w-]{43})$/.exec(token) ?? [];
      const bytes = Buffer.from(sent, "base64url");
      const isOwn = keys(purpose).some(
        (key) => bytes.length === 32 && timingSafeEqual(bytes, sign(text, key)),
      );
      const isValid = isOwn && Number(expires) * 1000 > now().getTime();
      return isValid ? Buffer.from(subject, "base64url").toString() : null;
    },
  };
}
