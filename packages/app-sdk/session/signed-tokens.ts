import { createHmac, timingSafeEqual } from "node:crypto";
import { getSystemTime } from "../clock.ts";
import { ConfigError } from "../config/config-error.ts";

/**
 * Creates and verifies the tokens that an app signs for itself. Each token is a short text about a subject, for one purpose and
 * a limited time.
 */
export interface SignedTokens {
  /**
   * Create a token about a subject, for example a store or an order, that is valid for a number of seconds.
   */
  create(subject: string, options: { purpose: string; seconds: number }): string;
  /**
   * Verify a token and return its subject. @returns null if the token has expired, is for another purpose, or was not
   * signed by this app
   */
  verify(token: string, purpose: string): string | null;
}

/**
 * Create the functions that create and verify an app's signed tokens. These are for values that the app puts into a URL or a
 * cookie and must be able to trust later. In the admin's frame, the session token identifies the person. But a separate tab, or
 * a page that a response to the Fulfill action links to, has no session token. A signed token can be used repeatedly until it
 * expires, by anyone who has it.
 *
 * @param clientSecret the client secret; during a rotation, both. Tokens are signed with the first, and either signature is valid
 * @throws ConfigError if the secret is empty, because then anyone could create such tokens
 */
export function createSignedTokens({
  clientSecret,
  now = getSystemTime,
}: {
  clientSecret: string | readonly string[];
  now?(): Date;
}): SignedTokens {
  const secrets = typeof clientSecret === "string" ? [clientSecret] : clientSecret;
  if (secrets.length === 0 || secrets.includes(""))
    throw new ConfigError([
      "clientSecret is empty. It must be the app's client secret, or both secrets during a rotation.",
    ]);
  // Each purpose has its own key, so that a token for one purpose is never valid for another.
  const deriveKeys = (purpose: string): Buffer[] =>
    secrets.map((secret) => createHmac("sha256", secret).update(`signed token: ${purpose}`).digest());
  const sign = (text: string, key: Buffer): Buffer => createHmac("sha256", key).update(text).digest();
  return {
    create: (subject, { purpose, seconds }) => {
      const expirySeconds = Math.floor(now().getTime() / 1000) + seconds;
      const text = `${Buffer.from(subject).toString("base64url")}~${expirySeconds}`;
      return `${text}~${sign(text, deriveKeys(purpose)[0] ?? Buffer.alloc(0)).toString("base64url")}`;
    },
    verify: (token, purpose) => {
      const [, text = "", subject = "", expirySeconds = "", receivedMac = ""] =
        /^(([\w-]+)~(\d{1,12}))~([\w-]{43})$/.exec(token) ?? [];
      const macBytes = Buffer.from(receivedMac, "base64url");
      const isSignedByApp = deriveKeys(purpose).some(
        (key) => macBytes.length === 32 && timingSafeEqual(macBytes, sign(text, key)),
      );
      const isValid = isSignedByApp && Number(expirySeconds) * 1000 > now().getTime();
      return isValid ? Buffer.from(subject, "base64url").toString() : null;
    },
  };
}
