import { deriveKey, deriveOperatorKey } from "@souk/signing";

/** The keys that are derived from the platform's secret key, one for each purpose. */
export interface DerivedKeys {
  /**
   * The key that binds a consent form to its session and its content (docs/spec/hardening.md#pages).
   */
  consent: Buffer;
  /** The key of the hashes under which attempts to enter a password are counted. */
  passwordAttempts: Buffer;
  /** The key that signs links to files, such as those of exports. */
  fileLinks: Buffer;
  /** The key that signs requests of the operator, for example of `npm run souk -- staff create`. */
  operator: Buffer;
}

/** Derive the platform's keys. @param secretKey the platform's secret key of 32 bytes */
export function deriveKeys(secretKey: Buffer): DerivedKeys {
  return {
    consent: deriveKey(secretKey, "consent"),
    passwordAttempts: deriveKey(secretKey, "password attempts"),
    fileLinks: deriveKey(secretKey, "file links"),
    operator: deriveOperatorKey(secretKey),
  };
}
