import { createHmac } from "node:crypto";
import type { Clock } from "../../runtime/clock.ts";
import { isSignedWithAny, type SigningKeys } from "../signing-keys.ts";

/** How long a link to a file works, in seconds: 5 minutes. */
const fileLinkSeconds = 300;

/** Creates and verifies links to files that not everybody may download, such as exports. */
export interface FileLinks {
  /** Add the expiry and the signature to a file's path. The link then works for five minutes. */
  sign(path: string): string;
  /** Return whether the query of a request for a file has an expiry in the future and the matching signature. */
  isValid(path: string, query: URLSearchParams): boolean;
}

/** Create the functions that sign and verify links to files. @param keys the keys for both */
export function createFileLinks(keys: SigningKeys, clock: Pick<Clock, "now">): FileLinks {
  const computeSignature = (key: Buffer, path: string, expires: string): string =>
    createHmac("sha256", key).update(`${expires}\n${path}`).digest("base64url");
  return {
    sign(path) {
      const expires = String(Math.floor(clock.now() / 1000) + fileLinkSeconds);
      return `${path}?expires=${expires}&signature=${computeSignature(keys[0], path, expires)}`;
    },
    isValid(path, query) {
      const expires = query.get("expires") ?? "";
      const signature = query.get("signature") ?? "";
      // guard file-link-signature: with `false && !isSignedWithAny(` instead of `!isSignedWithAny(`, file-links.test.ts fails
      if (!isSignedWithAny(keys, signature, (key) => computeSignature(key, path, expires))) return false;
      // guard file-link-expiry: with `true` instead of `clock.now() < Number(expires) * 1000`, file-links.test.ts fails
      return clock.now() < Number(expires) * 1000;
    },
  };
}
