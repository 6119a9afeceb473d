import { createHmac } from "node:crypto";
import { isEqualInConstantTime } from "@souk/signing";

/** The number of random bytes in a secret, which is also the length of an HMAC-SHA1 (RFC 4226, section 4). */
export const totpSecretBytes = 20;
/** The length of a time step. */
const stepMs = 30_000;
/** The number of digits in a code. */
const digits = 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encode bytes as Base32 without padding (RFC 4648), the form in which authenticator apps accept a secret. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** Decode Base32 text. Characters that Base32 does not have are ignored. */
export function decodeBase32(text: string): Buffer {
  const values = [...text].map((character) => alphabet.indexOf(character)).filter((value) => value >= 0);
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Compute the code of a time step (RFC 6238 with the RFC's default settings: SHA-1, 30 seconds, 6 digits). */
export function computeTotpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  // The last four bits of the HMAC tell where its 31 bits for the code begin (RFC 4226, section 5.3).
  const offset = mac.readUInt8(mac.length - 1) % 16;
  const number = mac.readUInt32BE(offset) % 2 ** 31;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Return the number of the time step that contains a time. */
export function getTotpStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

/** Find the time step of a code: the current one, or one before or after it, because clocks differ. Return null if none matches. */
export function findTotpStep(secret: Buffer, code: string, nowMs: number): number | null {
  const current = getTotpStep(nowMs);
  const steps = [current, current - 1, current + 1];
  return steps.find((step) => isEqualInConstantTime(code, computeTotpCode(secret, step))) ?? null;
}

/** Build the `otpauth` URL that an authenticator app reads from a QR code. */
export function buildTotpUrl(account: { issuer: string; email: string; secret: string }): string {
  const { issuer, email, secret } = account;
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
