import { createHmac } from "node:crypto";
import { isEqualInConstantTime } from "./constant-time.ts";
import { isStoreHostname } from "./store-hostname.ts";

/**
 * The claims of a session token (RFC 7519, section 4.1): the person with their rights, the store and the app. Times are Unix times in
 * seconds.
 */
export interface SessionClaims {
  /** The store's `host_url`, which is the URL of the store's admin. The admin requests the token for an embedded page. */
  iss: string;
  /** The store's origin, `https://{shop}`. */
  dest: string;
  /** The app's client id. */
  aud: string;
  /** Id of the signed-in account. */
  sub: string;
  iat: number;
  nbf: number;
  exp: number;
  /** Id of the token. */
  jti: string;
  /** Id of the person's signed-in session. Each app gets another id, which is the same in all tokens for the app in this session. */
  sid: string;
  /** The person's role in the store, such as `packer`. */
  role: string;
  /** The person's rights in the store, such as `orders.fulfill`. */
  rights: string[];
  /** The scopes that the person's rights cover, such as `write_products`; all scopes for owners and managers. */
  scopes: string[];
}

export interface VerifySessionTokenOptions {
  /** The app's client secret; during a rotation, both the old and the new secret. */
  secrets: readonly string[];
  clientId: string;
  /** The receiver's time. */
  now: Date;
  /** The hostname in `dest` must be below this suffix, for example `.souk.localhost`. */
  storeDomainSuffix: string;
  /** The allowed difference in seconds between the clocks of the platform and the receiver. Defaults to 5. */
  leewaySeconds?: number;
}

export type SessionTokenError =
  | "malformed"
  | "unsupported_algorithm"
  | "bad_signature"
  | "bad_claims"
  | "wrong_audience"
  | "expired"
  | "not_yet_valid"
  | "bad_shop";

export type SessionTokenVerdict =
  | { ok: true; claims: SessionClaims }
  | { ok: false; reason: SessionTokenError };

const textClaims = ["iss", "dest", "aud", "sub", "jti", "sid", "role"] as const;
const listClaims = ["rights", "scopes"] as const;
const timeClaims = ["iat", "nbf", "exp"] as const;
const tokenPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;
/** Maximum length of a token in characters. The tokens that Souk creates are much shorter. */
const maxTokenLength = 4096;

/**
 * Create a session token, a JWT signed with HS256 (RFC 7515, RFC 7519). An embedded page sends it to its own server.
 *
 * @param secret the app's client secret
 * @throws TypeError if the secret is empty
 */
export function signSessionToken(claims: SessionClaims, secret: string): string {
  const signedText = `${encodePart({ alg: "HS256", typ: "JWT" })}.${encodePart(claims)}`;
  return `${signedText}.${computeHs256(signedText, secret)}`;
}

/**
 * Verify that a session token was created for this app and is valid now.
 *
 * Only HS256 is accepted (RFC 8725, section 3.1). No claim is read before the signature is verified, so that a sender
 * without the secret gets no information about the checks of the claims.
 *
 * @param token the text after `Bearer `
 * @returns the claims, or the reason for the rejection
 * @throws TypeError if there is no secret, or an empty secret
 */
export function verifySessionToken(token: string, options: VerifySessionTokenOptions): SessionTokenVerdict {
  if (options.secrets.length === 0)
    throw new TypeError("At least one secret is required to verify a session token.");
  const [, header = "", payload = "", signature = ""] =
    token.length > maxTokenLength ? [] : (tokenPattern.exec(token) ?? []);
  const protectedHeader = decodePart(header);
  if (protectedHeader === null) return { ok: false, reason: "malformed" };
  // RFC 7515, section 4.1.11: a token with an unsupported extension in `crit` is invalid. No extension is supported.
  // guard session-token-algorithm: without it, session-token.test.ts fails at `an algorithm other than HS256`
  if (protectedHeader["alg"] !== "HS256" || "crit" in protectedHeader)
    return { ok: false, reason: "unsupported_algorithm" };

  const matches = options.secrets.map((secret) =>
    isEqualInConstantTime(signature, computeHs256(`${header}.${payload}`, secret)),
  );
  if (!matches.includes(true)) return { ok: false, reason: "bad_signature" };

  const claims = decodePart(payload);
  if (claims === null || !isSessionClaims(claims)) return { ok: false, reason: "bad_claims" };
  const reason = findError(claims, options);
  return reason === null ? { ok: true, claims } : { ok: false, reason };
}

function findError(claims: SessionClaims, options: VerifySessionTokenOptions): SessionTokenError | null {
  const { clientId, now, storeDomainSuffix, leewaySeconds = 5 } = options;
  const seconds = now.getTime() / 1000;
  // guard session-token-audience: without it, session-token.test.ts fails at `another app`
  if (claims.aud !== clientId) return "wrong_audience";
  if (seconds >= claims.exp + leewaySeconds) return "expired";
  if (seconds < Math.max(claims.nbf, claims.iat) - leewaySeconds) return "not_yet_valid";
  const { hostname = "", origin } = URL.parse(claims.dest) ?? {};
  return origin === claims.dest && isStoreHostname(hostname, storeDomainSuffix) ? null : "bad_shop";
}

function isSessionClaims(value: Record<string, unknown>): value is Record<string, unknown> & SessionClaims {
  return (
    textClaims.every((name) => typeof value[name] === "string" && value[name] !== "") &&
    timeClaims.every((name) => Number.isFinite(value[name])) &&
    listClaims.every((name) => isTextList(value[name]))
  );
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function computeHs256(message: string, secret: string): string {
  if (secret === "") throw new TypeError("The secret must not be empty.");
  return createHmac("sha256", secret).update(message).digest("base64url");
}

function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

function decodePart(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
