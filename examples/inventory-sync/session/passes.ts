import { createHmac, timingSafeEqual } from "node:crypto";
import { currentTime } from "../current-time.ts";

/** What a pass is for: the step from the App URL into a tab, or the tab. One is never the other, so that a tab ends. */
export type PassPurpose = "entry" | "tab";

/** Signed words that say: whoever shows this opened the app in this shop. */
export interface Passes {
  /** Makes a pass that counts for some seconds. */
  make(shop: string, pass: { for: PassPurpose; seconds: number }): string;
  /** The shop of a pass of ours that is for this and still counts; null for any other text. */
  read(pass: string, purpose: PassPurpose): string | null;
}

/**
 * Makes and reads passes. Inside the admin the app knows a person by the session token; in a tab of its own there is no admin
 * to ask, so a pass in a cookie stands for the App URL's signature that was checked when the tab opened.
 */
export function createPasses({ clientSecret }: { clientSecret: readonly string[] }): Passes {
  const keysFor = (purpose: PassPurpose): Buffer[] =>
    clientSecret.map((secret) => createHmac("sha256", secret).update(`passes: ${purpose}`).digest());
  const keys = { entry: keysFor("entry"), tab: keysFor("tab") };
  const sign = (text: string, key: Buffer): Buffer => createHmac("sha256", key).update(text).digest();
  return {
    make: (shop, { for: purpose, seconds }) => {
      const text = `${shop}~${Math.floor(currentTime() / 1000) + seconds}`;
      return `${text}~${sign(text, keys[purpose][0] ?? Buffer.alloc(0)).toString("base64url")}`;
    },
    read: (pass, purpose) => {
      const [, text = "", shop = "", expires = "", sent = ""] =
        /^(([a-z0-9.-]+)~(\d{1,12}))~([\w-]{43})$/.exec(pass) ?? [];
      const bytes = Buffer.from(sent, "base64url");
      const isOurs = keys[purpose].some(
        (key) => bytes.length === 32 && timingSafeEqual(bytes, sign(text, key)),
      );
      return isOurs && Number(expires) * 1000 > currentTime() ? shop : null;
    },
  };
}
