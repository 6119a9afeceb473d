/**
 * Decode the platform's secret key from the text in SOUK_SECRET_KEY or in the file `secret.key`.
 *
 * @param text 64 hexadecimal digits, or base64 or base64url of 32 bytes
 * @returns 32 bytes, or null if the text has another format
 */
export function readSecretKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.byteLength === 32 ? bytes : null;
}

/**
 * Decode a list of secret keys that are separated by commas or white space.
 * @returns at least one key of 32 bytes in the order of the list, or null if one of the texts is not a key
 */
export function readSecretKeys(text: string): Buffer[] | null {
  const keys = text
    .trim()
    .split(/[\s,]+/)
    .map(readSecretKey);
  return keys.every((key) => key !== null) ? keys : null;
}
