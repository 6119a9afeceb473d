import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

declare const placeBrand: unique symbol;

/** The place of a ciphertext; one that is moved to another place does not open. Made by `placeOf` only. */
export type SealedPlace = string & { readonly [placeBrand]: true };

/** A secret as it is stored: columns of its row. */
export interface Sealed {
  /** The id of the master key that wraps the data key. */
  key_id: string;
  /** The record's own key, wrapped: nonce, ciphertext, tag. */
  data_key: Buffer;
  /** The secret under the record's own key: nonce, ciphertext, tag. */
  ciphertext: Buffer;
}

/**
 * A store of secrets that must be read again, for example client secrets (docs/spec/hardening.md#secrets).
 */
export interface Vault {
  /** The id of the master key that seals at present. */
  readonly keyId: string;
  seal(place: SealedPlace, plaintext: string): Sealed;
  /**
   * Open a sealed secret. @throws Error when the key is unknown, the place is another's or a byte was changed
   */
  open(place: SealedPlace, sealed: Sealed): string;
}

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Build the associated data of one column of one record. */
export function toSealedPlace(table: string, id: number, column: string): SealedPlace {
  return `${table}|${id}|${column}` as SealedPlace;
}

/**
 * Create a vault: AES-256-GCM with a data key for each record, which a master key wraps.
 *
 * @param masterKey 32 bytes; seals and opens
 * @param formerKeys earlier master keys, 32 bytes each; they only open, until everything is sealed again
 */
export function createVault(masterKey: Buffer, formerKeys: readonly Buffer[] = []): Vault {
  const keys = new Map([masterKey, ...formerKeys].map((key) => [getKeyId(key), key]));
  const keyId = getKeyId(masterKey);
  return {
    keyId,
    seal(place, plaintext) {
      const dataKey = randomBytes(32);
      return {
        key_id: keyId,
        data_key: encrypt(masterKey, place, dataKey),
        ciphertext: encrypt(dataKey, place, Buffer.from(plaintext, "utf8")),
      };
    },
    open(place, sealed) {
      const key = keys.get(sealed.key_id);
      if (key === undefined)
        throw new Error(`No master key ${sealed.key_id} is configured, which sealed ${place}.`);
      try {
        return decrypt(decrypt(key, place, sealed.data_key), place, sealed.ciphertext).toString("utf8");
      } catch (cause) {
        throw new Error(`What stands at ${place} was not sealed there, or was changed.`, { cause });
      }
    },
  };
}

/** Return the id of a key, which reveals nothing about it. */
function getKeyId(key: Buffer): string {
  if (key.length !== 32) throw new TypeError("A master key has 32 bytes.");
  return createHash("sha256").update(key).digest("hex").slice(0, 8);
}

function encrypt(key: Buffer, place: SealedPlace, plaintext: Buffer): Buffer {
  // A nonce must never come twice under one key, so it is not taken from a source that tests can fix.
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(place, "utf8"));
  return Buffer.concat([nonce, sealing.update(plaintext), sealing.final(), sealing.getAuthTag()]);
}

function decrypt(key: Buffer, place: SealedPlace, sealed: Buffer): Buffer {
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(place, "utf8"));
  opening.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([opening.update(sealed.subarray(nonceBytes, -tagBytes)), opening.final()]);
}
