import { createHmac } from "node:crypto";
import { equalInConstantTime } from "./constant-time.ts";
import { isStoreHostname } from "./store-hostname.ts";

/**
 * The claims of a session token: who works in which store, for which app (RFC 7519, section 4.1). Times in Unix
 * seconds.
 */
export interface SessionClaims {
  /** The store's `host_url`: the admin that made the token. */
  iss: string;
  /** The store's origin, `https://{shop}`. */
  dest: string;
  /** The app's client id. */
  aud: string;
  /** The account that is signed in. */
  sub: string;
  iat: number;
  nbf: number;
  exp: number;
  /** The id of this token alone. */
  jti: string;
  /** The id shared by all tokens of one signed-in session. */
  sid: string;
}

export interface VerifySessionTokenOptions {
  /** The app's client secret; during a rotation the old one and the new one. */
  secrets: readonly string[];
  clientId: string;
  /** The receiver's time. */
  now: Date;
  /** The suffix that the store in `dest` must be below, for example `.souk.localhost`. */
  storeDomainSuffix: string;
  /** The allowed difference of the two clocks; 5 seconds when omitted. */
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

const textClaims = ["iss", "dest", "aud", "sub", "jti", "sid"] as const;
const timeClaims = ["iat", "nbf", "exp"] as const;
const shape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;
/** The maximum length of a token, far more than one of ours needs. */
const longest = 4096;

/**
 * Make the session token that an embedded page shows to its own server: a JWT, signed with HS256 (RFC 7515, RFC 7519).
 *
 * @param secret the app's client secret
 * @throws TypeError when the secret is empty
 */
export function signSessionToken(claims: SessionClaims, secret: string): string {
  const signed = `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${signed}.${hs256(signed, secret)}`;
}

/**
 * Return whether a session token was made for this app and is valid now.
 *
 * HS256 is the only algorithm, whatever the token's header says (RFC 8725, section 3.1), and no claim is read before
 * the signature is checked, so that a stranger learns nothing from the reason.
 *
 * @param token the text after `Bearer `
 * @returns the claims, or the reason of the rejection
 * @throws TypeError when there is no secret, or an empty one
 */
export function verifySessionToken(token: string, options: VerifySessionTokenOptions): SessionTokenVerdict {
  if (options.secrets.length === 0) throw new TypeError("A session token needs a secret to be checked with.");
  const [, header = "", payload = "", signature = ""] =
    token.length > longest ? [] : (shape.exec(token) ?? []);
  const protectedHeader = decoded(header);
  if (protectedHeader === null) return { ok: false, reason: "malformed" };
  // RFC 7515, section 4.1.11: a `crit` that is not understood makes the token invalid; none is understood here.
  // guard: session-token-algorithm: session-token.test.ts no algorithm
  if (protectedHeader["alg"] !== "HS256" || "crit" in protectedHeader)
    return { ok: false, reason: "unsupported_algorithm" };

  const matches = options.secrets.map((secret) =>
    equalInConstantTime(signature, hs256(`${header}.${payload}`, secret)),
  );
  if (!matches.includes(true)) return { ok: false, reason: "bad_signature" };

  const claims = decoded(payload);
  if (claims === null || !areClaims(claims)) return { ok: false, reason: "bad_claims" };
  const reason = findError(claims, options);
  return reason === null ? { ok: true, claims } : { ok: false, reason };
}

function findError(claims: SessionClaims, options: VerifySessionTokenOptions): SessionTokenError | null {
  const { clientId, now, storeDomainSuffix, leewaySeconds = 5 } = options;
  const seconds = now.getTime() / 1000;
  // guard: session-token-audience: session-token.test.ts another app
  if (claims.aud !== clientId) return "wrong_audience";
  if (seconds >= claims.exp + leewaySeconds) return "expired";
  if (seconds < Math.max(claims.nbf, claims.iat) - leewaySeconds) return "not_yet_valid";
  const { hostname = "", origin } = URL.parse(claims.dest) ?? {};
  return origin === claims.dest && isStoreHostname(hostname, storeDomainSuffix) ? null : "bad_shop";
}

function areClaims(value: Record<string, unknown>): value is Record<string, unknown> & SessionClaims {
  return (
    textClaims.every((name) => typeof value[name] === "string" && value[name] !== "") &&
    timeClaims.every((name) => Number.isFinite(value[name]))
  );
}

function hs256(message: string, secret: string): string {
  if (secret === "") throw new TypeError("An empty secret signs nothing.");
  return createHmac("sha256", secret).update(message).digest("base64url");
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

function decoded(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
