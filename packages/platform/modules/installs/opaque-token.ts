import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RandomText } from "../../runtime/random.ts";

declare const tokenBrand: unique symbol;

/**
 * A secret that only its holder has: 32 random bytes between a prefix and a checksum. It is shown once and
 * stored as SHA-256.
 */
export type OpaqueToken = string & { readonly [tokenBrand]: true };

/** The prefixes by which people and secret scanners recognize a leaked secret and its kind. */
const prefixes = { access_token: "souk_at_", code: "souk_ac_" } as const;

export type TokenKind = keyof typeof prefixes;

const shapes: Readonly<Record<TokenKind, RegExp>> = {
  access_token: /^souk_at_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/,
  code: /^souk_ac_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/,
};

/** Create a new token of a kind. */
export function createToken(kind: TokenKind, random: RandomText): OpaqueToken {
  const body = `${prefixes[kind]}${random(32)}`;
  return `${body}_${checksum(body)}` as OpaqueToken;
}

/**
 * Parse a sent token; null when no token of that kind can look like this, so that the database need not be
 * asked.
 */
export function readOpaqueToken(kind: TokenKind, text: string): OpaqueToken | null {
  if (!shapes[kind].test(text)) return null;
  const border = text.length - 9;
  return checksum(text.slice(0, border)) === text.slice(border + 1) ? (text as OpaqueToken) : null;
}

/** Hash a token for storage and lookup. */
export function hashToken(token: OpaqueToken): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
