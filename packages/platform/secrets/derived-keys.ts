import { deriveKey, operatorKey } from "@souk/signing";

/** The keys that are derived from the platform's secret key, one for each thing that is signed. */
export interface DerivedKeys {
  /** Binds a consent form to its session and to what it showed (hardening.md, "Pages"). */
  consent: Buffer;
  /** Signs the requests of whoever holds the secret key, such as `npm run souk -- staff create`. */
  operator: Buffer;
}

/** @param secretKey the platform's secret key, 32 bytes */
export function deriveKeys(secretKey: Buffer): DerivedKeys {
  return { consent: deriveKey(secretKey, "consent"), operator: operatorKey(secretKey) };
}
