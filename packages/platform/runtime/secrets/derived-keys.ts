import { deriveKey, deriveOperatorKey } from "@souk/signing";
import type { SigningKeys } from "../../infrastructure/signing-keys.ts";

/** The keys that are derived from the platform's secret keys, for each purpose. */
export interface DerivedKeys {
  /**
   * The keys that bind a consent form to its session and its content (docs/spec/hardening.md#pages).
   */
  consent: SigningKeys;
  /** The key that hashes the email addresses for which password attempts are counted. With a new secret key, the counts start again. */
  passwordAttempts: Buffer;
  /** The keys that sign links to files, such as the files of exports. */
  fileLinks: SigningKeys;
  /** The keys that sign requests of the operator, for example of `npm run souk -- staff create`. */
  operator: SigningKeys;
}

/**
 * Derive the platform's keys.
 * @param secretKey the platform's secret key of 32 bytes
 * @param formerKeys the former secret keys, whose signatures are accepted as well
 */
export function deriveKeys(secretKey: Buffer, formerKeys: readonly Buffer[] = []): DerivedKeys {
  const deriveAll = (derive: (key: Buffer) => Buffer): SigningKeys => [
    derive(secretKey),
    ...formerKeys.map(derive),
  ];
  return {
    consent: deriveAll((key) => deriveKey(key, "consent")),
    passwordAttempts: deriveKey(secretKey, "password attempts"),
    fileLinks: deriveAll((key) => deriveKey(key, "file links")),
    operator: deriveAll(deriveOperatorKey),
  };
}
