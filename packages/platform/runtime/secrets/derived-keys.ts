import { deriveKey, operatorKey } from "@souk/signing";

/** The keys derived from the platform's secret key, one for each thing that is signed. */
export interface DerivedKeys {
  /**
   * The key that binds a consent form to its session and to what it showed (docs/spec/hardening.md#pages).
   */
  consent: Buffer;
  /** The key that signs requests of the secret key's holder, as `npm run souk -- staff create` does. */
  operator: Buffer;
}

/** Derive the platform's keys. @param secretKey the platform's secret key, 32 bytes */
export function deriveKeys(secretKey: Buffer): DerivedKeys {
  return { consent: deriveKey(secretKey, "consent"), operator: operatorKey(secretKey) };
}
