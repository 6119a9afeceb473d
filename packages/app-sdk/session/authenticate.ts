import { type SessionTokenRefusal, verifySessionToken } from "@souk/signing";
import type { Ground } from "../ground.ts";
import { type ShopClient, shopClient } from "../shop-api/shop-client.ts";

/** A request as any server knows it: a standard one, or one of Node, Express or Fastify. */
export interface WithHeaders {
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
}

/** Who calls from the embedded page, and in which shop. */
export interface Session {
  shop: string;
  host_url: string;
  /** The id of the account that is signed in. */
  account_id: string;
  /** The same for all tokens of one signed-in session. */
  session_id: string;
  api: ShopClient;
}

export type SessionRefusal = SessionTokenRefusal | "missing_token" | "not_installed";

export type SessionVerdict =
  | ({ ok: true } & Session)
  | {
      ok: false;
      reason: SessionRefusal;
      /** What to answer, with status 401. */
      response: Response;
    };

/**
 * Says who sent a request of the embedded page, by the session token in `Authorization: Bearer …` (RFC 6750, section 2.1).
 *
 * A browser adds this header to nothing by itself, so a request that carries it was not forged by another site.
 */
export async function authenticate({ headers }: WithHeaders, ground: Ground): Promise<SessionVerdict> {
  const { clientId, secrets, storeDomainSuffix } = ground.settings;
  const token = /^Bearer +(\S+) *$/i.exec(authorizationOf(headers))?.[1];
  if (token === undefined) return refused("missing_token");
  const verdict = verifySessionToken(token, { secrets, clientId, storeDomainSuffix, now: ground.now() });
  if (!verdict.ok) return refused(verdict.reason);
  const { iss, dest, sub, sid } = verdict.claims;
  const shop = new URL(dest).hostname;
  if ((await ground.store.load(shop)) === null) return refused("not_installed");
  return { ok: true, shop, host_url: iss, account_id: sub, session_id: sid, api: shopClient(shop, ground) };
}

function authorizationOf(headers: WithHeaders["headers"]): string {
  const value = isHeaders(headers) ? headers.get("authorization") : headers["authorization"];
  return typeof value === "string" ? value : "";
}

function isHeaders(headers: WithHeaders["headers"]): headers is Headers {
  return typeof headers["get"] === "function";
}

function refused(reason: SessionRefusal): SessionVerdict {
  // RFC 6750, section 3.1: a request without a token is told the scheme and nothing else.
  const challenge =
    reason === "missing_token" ? "Bearer" : `Bearer error="invalid_token", error_description="${reason}"`;
  const response = Response.json(
    { error: { code: reason, message: sentences[reason] } },
    { status: 401, headers: { "www-authenticate": challenge, "cache-control": "no-store" } },
  );
  return { ok: false, reason, response };
}

const sentences: Readonly<Record<SessionRefusal, string>> = {
  missing_token: "The header Authorization with a session token is missing.",
  malformed: "The session token can not be read.",
  unsupported_algorithm: "The session token is signed with another algorithm than HS256.",
  bad_signature: "The session token was not signed with this app's secret.",
  bad_claims: "The session token lacks a claim.",
  wrong_audience: "The session token was made for another app.",
  expired: "The session token is too old; ask for a new one.",
  not_yet_valid: "The session token is not valid yet: the clocks differ.",
  bad_shop: "The session token names no shop of this platform.",
  not_installed: "The app is not installed in this shop.",
};
