import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

declare const fieldBrand: unique symbol;

/**
 * The database field (table, row and column) that a ciphertext is bound to. The ciphertext cannot be decrypted in another field.
 * Created only by `toSealedField`.
 */
export type SealedField = string & { readonly [fieldBrand]: true };

/** An encrypted secret, as it is stored in columns of a row. */
export interface Sealed {
  /** The id of the master key that encrypts the data key. */
  key_id: string;
  /** The encrypted data key of this secret: nonce, ciphertext and tag. */
  data_key: Buffer;
  /** The secret, encrypted with the data key: nonce, ciphertext and tag. */
  ciphertext: Buffer;
}

/**
 * Encrypts and decrypts secrets that must be read again, for example client secrets (docs/spec/hardening.md#secrets).
 */
export interface Vault {
  /** The id of the master key that is used to encrypt. */
  readonly keyId: string;
  /** The ids of all master keys, with which secrets can be decrypted. */
  readonly keyIds: readonly string[];
  /** Encrypt a secret for one database field. */
  seal(field: SealedField, plaintext: string): Sealed;
  /**
   * Decrypt a secret. @throws Error if the key is unknown, the secret is of another field, or a byte was changed
   */
  open(field: SealedField, sealed: Sealed): string;
  /**
   * Encrypt the data key of a secret with the current master key. The secret itself stays unchanged.
   * @throws Error if the key is unknown, the secret is of another field, or a byte was changed
   */
  rewrap(
    field: SealedField,
    sealed: Pick<Sealed, "key_id" | "data_key">,
  ): Pick<Sealed, "key_id" | "data_key">;
}

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Return the database field for a column of a record. It is used as associated data in the encryption. */
export function toSealedField(table: string, id: number, column: string): SealedField {
  return `${table}|${id}|${column}` as SealedField;
}

/**
 * Create a vault. It encrypts each secret with a new data key, and this data key with the master key, using AES-256-GCM.
 *
 * @param masterKey the master key of 32 bytes, used to encrypt and decrypt
 * @param formerKeys earlier master keys of 32 bytes, used only to decrypt older secrets
 */
export function createVault(masterKey: Buffer, formerKeys: readonly Buffer[] = []): Vault {
  const keys = new Map([masterKey, ...formerKeys].map((key) => [getKeyId(key), key]));
  const keyId = getKeyId(masterKey);

  /** Find the master key of a secret, and run `work` with it. */
  function withMasterKey<T>(field: SealedField, keyIdOfSecret: string, work: (key: Buffer) => T): T {
    const key = keys.get(keyIdOfSecret);
    if (key === undefined)
      throw new Error(`${field} was encrypted with master key ${keyIdOfSecret}, which is not configured.`);
    try {
      return work(key);
    } catch (cause) {
      throw new Error(`The secret in ${field} was not encrypted for this field, or it was changed.`, {
        cause,
      });
    }
  }

  return {
    keyId,
    keyIds: [...keys.keys()],
    seal(field, plaintext) {
      const dataKey = randomBytes(32);
      return {
        key_id: keyId,
        data_key: encrypt(masterKey, field, dataKey),
        ciphertext: encrypt(dataKey, field, Buffer.from(plaintext, "utf8")),
      };
    },
    open(field, { key_id, data_key, ciphertext }) {
      return withMasterKey(field, key_id, (key) =>
        decrypt(decrypt(key, field, data_key), field, ciphertext).toString("utf8"),
      );
    },
    rewrap(field, { key_id, data_key }) {
      const dataKey = withMasterKey(field, key_id, (key) => decrypt(key, field, data_key));
      return { key_id: keyId, data_key: encrypt(masterKey, field, dataKey) };
    },
  };
}

/** Return the id of a key. The id reveals nothing about the key. */
function getKeyId(key: Buffer): string {
  if (key.length !== 32) throw new TypeError("A master key has 32 bytes.");
  return createHash("sha256").update(key).digest("hex").slice(0, 8);
}

function encrypt(key: Buffer, field: SealedField, plaintext: Buffer): Buffer {
  // A nonce must never be used twice with a key, so it does not come from a random source that tests can replace.
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  encryption.setAAD(Buffer.from(field, "utf8"));
  return Buffer.concat([nonce, encryption.update(plaintext), encryption.final(), encryption.getAuthTag()]);
}

function decrypt(key: Buffer, field: SealedField, sealed: Buffer): Buffer {
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decryption.setAAD(Buffer.from(field, "utf8"));
  decryption.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decryption.update(sealed.subarray(nonceBytes, -tagBytes)), decryption.final()]);
}
