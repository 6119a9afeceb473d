import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decode the secret of an authenticator app. @param secret the secret in Base32, with or without spaces */
export function decodeAuthenticatorSecret(secret: string): Buffer {
  let value = 0n;
  const characters = [...secret.replaceAll(" ", "")];
  for (const character of characters) value = value * 32n + BigInt(alphabet.indexOf(character));
  // A Base32 character has 5 bits, and a hexadecimal digit has 4.
  return Buffer.from(value.toString(16).padStart((characters.length * 5) / 4, "0"), "hex");
}

/**
 * Compute the code that an authenticator app shows (RFC 6238).
 * @param secret the secret in Base32, with or without spaces
 * @param offset the number of 30-second steps from now
 */
export function computeAuthenticatorCode(secret: string, offset = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset));
  const mac = createHmac("sha1", decodeAuthenticatorSecret(secret)).update(counter).digest();
  // RFC 4226: the last four bits of the HMAC are the position of a 31-bit number in the HMAC.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, "0");
}
