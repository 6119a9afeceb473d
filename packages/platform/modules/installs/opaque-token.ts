import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RandomText } from "../../runtime/random.ts";

declare const tokenBrand: unique symbol;

/**
 * A secret of 32 random bytes, between a prefix and a checksum. It is shown once, and only its SHA-256 hash is stored.
 */
export type OpaqueToken = string & { readonly [tokenBrand]: true };

/** The prefixes by which people and secret scanners recognize a leaked secret. */
const prefixes = { access_token: "souk_at_", code: "souk_ac_" } as const;

/** The kinds of secrets that apps get: access tokens and authorization codes. */
export type TokenKind = keyof typeof prefixes;

const patterns: Readonly<Record<TokenKind, RegExp>> = {
  access_token: /^souk_at_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/,
  code: /^souk_ac_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/,
};

/** Create a new token of a kind. */
export function createToken(kind: TokenKind, random: RandomText): OpaqueToken {
  const body = `${prefixes[kind]}${random(32)}`;
  return `${body}_${computeChecksum(body)}` as OpaqueToken;
}

/**
 * Parse a sent token. @returns null if the format or checksum is wrong, so that a token that cannot exist needs no database query
 */
export function parseOpaqueToken(kind: TokenKind, text: string): OpaqueToken | null {
  if (!patterns[kind].test(text)) return null;
  // The checksum is an underscore and 8 hexadecimal digits.
  const bodyLength = text.length - 9;
  const isIntact = computeChecksum(text.slice(0, bodyLength)) === text.slice(bodyLength + 1);
  return isIntact ? (text as OpaqueToken) : null;
}

/** Hash a token for storage and lookup. */
export function hashToken(token: OpaqueToken): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}

function computeChecksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
