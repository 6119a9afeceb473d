import { isRight, isRole, isScope, type Right, type Role, type Scope } from "@souk/contract";
import { type SessionTokenError, verifySessionToken } from "@souk/signing";
import type { AppContext } from "../context.ts";
import { readHeader, type WithHeaders } from "../network/read-header.ts";
import { createStoreClient, type StoreClient } from "../store-api/store-client.ts";

/** The account that uses the embedded page, and the store in which it uses the page. */
export interface Session {
  shop: string;
  host_url: string;
  /** The id of the account that is signed in. */
  account_id: string;
  /** The session's id, which is the same for all tokens of one signed-in session. */
  session_id: string;
  /** The account's role in the store; `custom` also for a role that this version of the SDK does not know. */
  role: Role;
  /**
   * The account's rights in the store. The app's own token may allow more than these rights. So before the app shows or changes
   * something for a person, check that this list includes the right to do that.
   */
  rights: readonly Right[];
  /** The scopes that these rights cover, to compare them with the scopes of the app's token. */
  scopes: readonly Scope[];
  api: StoreClient;
}

/** The reason why a request has no valid session. */
export type SessionFailure = SessionTokenError | "missing_token" | "not_installed";

/** The session of a request; or the reason why the request has no valid session, and the response to send. */
export type SessionVerdict =
  | ({ ok: true } & Session)
  | {
      ok: false;
      reason: SessionFailure;
      /** The response to send, with status 401. */
      response: Response;
    };

/**
 * Identify who sent a request from the embedded page, by the session token in `Authorization: Bearer …` (RFC 6750, section
 * 2.1).
 *
 * A browser never adds this header by itself, so a request with this header was not forged by another site.
 */
export async function authenticate({ headers }: WithHeaders, context: AppContext): Promise<SessionVerdict> {
  const { clientId, secrets, storeDomainSuffix } = context.settings;
  const token = /^Bearer +(\S+) *$/i.exec(readHeader(headers, "authorization") ?? "")?.[1];
  if (token === undefined) return reject("missing_token");
  const verdict = verifySessionToken(token, { secrets, clientId, storeDomainSuffix, now: context.now() });
  if (!verdict.ok) return reject(verdict.reason);
  const { iss, dest, sub, sid, role, rights, scopes } = verdict.claims;
  const shop = new URL(dest).hostname;
  if ((await context.store.load(shop)) === null) return reject("not_installed");
  return {
    ok: true,
    shop,
    host_url: iss,
    account_id: sub,
    session_id: sid,
    role: isRole(role) ? role : "custom",
    rights: rights.filter(isRight),
    scopes: scopes.filter(isScope),
    api: createStoreClient(shop, context),
  };
}

/** Create the verdict for a request without a valid session, with the response 401. */
function reject(reason: SessionFailure): SessionVerdict {
  // RFC 6750, section 3.1: the response to a request without a token names only the scheme, and no error.
  const challenge =
    reason === "missing_token" ? "Bearer" : `Bearer error="invalid_token", error_description="${reason}"`;
  const response = Response.json(
    { error: { code: reason, message: messages[reason] } },
    { status: 401, headers: { "www-authenticate": challenge, "cache-control": "no-store" } },
  );
  return { ok: false, reason, response };
}

const messages: Readonly<Record<SessionFailure, string>> = {
  missing_token: "The Authorization header with a session token is missing.",
  malformed: "The session token cannot be read.",
  unsupported_algorithm: "The session token is not signed with HS256.",
  bad_signature: "The session token was not signed with this app's secret.",
  bad_claims: "The session token is missing a claim.",
  wrong_audience: "The session token was issued for another app.",
  expired: "The session token has expired. Request a new one.",
  not_yet_valid: "The session token is not valid yet. Check the clocks of both servers.",
  bad_shop: "The session token is not for a store on this platform.",
  not_installed: "The app is not installed in this store.",
};
