import { createHmac, timingSafeEqual } from "node:crypto";
import { systemTime } from "../clock.ts";
import { ConfigError } from "../config/config-error.ts";

/** Signed words that say: the app itself gave them out, for this purpose and about this subject. */
export interface Passes {
  /** Makes a pass about a subject, such as a shop or an order, that counts for some seconds. */
  make(subject: string, pass: { for: string; seconds: number }): string;
  /** The subject of a pass of the app's own that is for this purpose and still counts; null for any other text. */
  read(pass: string, purpose: string): string | null;
}

/**
 * Makes and reads passes: what an app puts into an address or a cookie and believes when it comes back. Inside the admin a
 * person is known by the session token; in a tab of its own, or behind the link that answers a Fulfill action, there is no
 * admin to ask. A pass can be used again until it ends, by whoever has it.
 *
 * @param clientSecret of a rotation both: passes are made with the first and read with each
 * @throws ConfigError when there is none: everybody could make such passes
 */
export function createPasses({
  clientSecret,
  now = systemTime,
}: {
  clientSecret: string | readonly string[];
  now?(): Date;
}): Passes {
  const secrets = typeof clientSecret === "string" ? [clientSecret] : clientSecret;
  if (secrets.length === 0 || secrets.includes(""))
    throw new ConfigError([
      "clientSecret is empty; it takes the app's client secret, or both of a rotation.",
    ]);
  // A key of its own for each purpose: a pass for one is never a pass for another.
  const keys = (purpose: string): Buffer[] =>
    secrets.map((secret) => createHmac("sha256", secret).update(`passes: ${purpose}`).digest());
  const sign = (text: string, key: Buffer): Buffer => createHmac("sha256", key).update(text).digest();
  return {
    make: (subject, { for: purpose, seconds }) => {
      const expires = Math.floor(now().getTime() / 1000) + seconds;
      const text = `${Buffer.from(subject).toString("base64url")}~${expires}`;
      return `${text}~${sign(text, keys(purpose)[0] ?? Buffer.alloc(0)).toString("base64url")}`;
    },
    read: (pass, purpose) => {
      const [, text = "", subject = "", expires = "", sent = ""] =
        /^(([\w-]+)~(\d{1,12}))~([\w-]{43})$/.exec(pass) ?? [];
      const bytes = Buffer.from(sent, "base64url");
      const isOurs = keys(purpose).some(
        (key) => bytes.length === 32 && timingSafeEqual(bytes, sign(text, key)),
      );
      const counts = isOurs && Number(expires) * 1000 > now().getTime();
      return counts ? Buffer.from(subject, "base64url").toString() : null;
    },
  };
}
