import { deriveKey, deriveOperatorKey } from "@souk/signing";
import type { SigningKeys } from "../../infrastructure/signing-keys.ts";

/** The keys that are derived from the platform's secret keys, for each purpose. */
export interface DerivedKeys {
  /**
   * The keys that bind a consent form to its session and its content (docs/spec/hardening.md#pages).
   */
  consent: SigningKeys;
  /** The key of the hashes under which attempts to enter a password are counted. Hashes of former keys are not looked up. */
  passwordAttempts: Buffer;
  /** The keys that sign links to files, such as those of exports. */
  fileLinks: SigningKeys;
  /** The keys that sign requests of the operator, for example of `npm run souk -- staff create`. */
  operator: SigningKeys;
}

/**
 * Derive the platform's keys.
 * @param secretKey the platform's secret key of 32 bytes
 * @param formerKeys the other secret keys of the list, whose signatures are accepted as well
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
