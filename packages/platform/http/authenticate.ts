import { errors, listCoveredScopes, type Operation, throwApiError } from "@souk/contract";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../infrastructure/routing/actor.ts";
import type { Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";
import { buildAppSuspendedMessage } from "../infrastructure/suspension.ts";
import type { Addresses } from "../runtime/addresses.ts";
import type { CallerLookups, TokenLookup } from "./caller-lookups.ts";
import { type Audience, readCookies, sessionCookieNames } from "./cookies.ts";
import { isHandle, readHost } from "./host.ts";
import { assertCsrfToken, assertNotForeignRead, assertOwnOrigin } from "./own-origin.ts";

/** The authenticated caller, with its scopes or rights and the store that it calls. */
export interface Principal {
  actor: Actor;
  store: Store | null;
  installation: Installation | null;
  signed_in: SignedIn | null;
  /** The SHA-256 that the body must have according to the operator's signature; null for other callers. */
  body_sha256: string | null;
  /** The key of this caller's rate limit; null for callers that are only limited by IP address. */
  rateLimitKey: string | null;
}

const noScopes: ReadonlySet<string> = new Set();
const anonymousActor: Actor = { kind: "system", id: "anyone", scopes: noScopes };

async function findStoreOrThrow(callers: CallerLookups, handle: string): Promise<Store> {
  return (await callers.findStore(handle)) ?? throwApiError("store_not_found");
}

function rejectToken(reason: Exclude<TokenLookup, { ok: true }>["reason"]): never {
  if (reason !== "app_suspended") throwApiError(reason);
  throwApiError("app_disabled", { message: buildAppSuspendedMessage("this app") });
}

/**
 * Reject a call if the store is suspended. The error contains the reason only for members, not for apps.
 */
function assertNotSuspended({ suspended }: Store, { canReadReason = false } = {}): void {
  if (!suspended) return;
  throwApiError(
    "store_suspended",
    canReadReason ? { message: `${errors.store_suspended.message} ${suspended.reason}` } : {},
  );
}

/** Authenticate an app by its access token, which is valid only on the host of its store (API-1, API-3). */
async function authenticateToken(
  request: FastifyRequest,
  callers: CallerLookups,
  handle: string,
): Promise<Principal> {
  const token = request.headers["service-access-token"];
  if (typeof token !== "string" || token === "") {
    await findStoreOrThrow(callers, handle);
    return throwApiError("token_missing");
  }
  const tokenLookup = await callers.readToken(token);
  // guard token-of-another-store: without `|| tokenLookup.store.handle !== handle`, access-matrix.slow.test.ts fails
  if (!tokenLookup.ok || tokenLookup.store.handle !== handle) {
    await findStoreOrThrow(callers, handle);
    return rejectToken(tokenLookup.ok ? "token_invalid" : tokenLookup.reason);
  }
  // guard suspended-store: without it, suspend-store.test.ts fails
  assertNotSuspended(tokenLookup.store);
  const { installation, store, scopes } = tokenLookup;
  const actor: Actor = { kind: "app", id: installation.app_handle, scopes };
  return {
    actor,
    store,
    installation,
    signed_in: null,
    body_sha256: null,
    rateLimitKey: `installation ${installation.id}`,
  };
}

/**
 * Find the session named by the request's cookie for this audience (the admin or the partner dashboard), or return null. If
 * several cookies have that name, each is tried.
 */
export async function readSession(
  request: FastifyRequest,
  callers: CallerLookups,
  audience: Audience,
): Promise<SignedIn | null> {
  for (const id of readCookies(request.headers.cookie, sessionCookieNames[audience])) {
    const session = await callers.findSession(id, audience);
    if (session) return { ...session, role: null, rights: [], scopes: [], installation_ids: [] };
  }
  return null;
}

/**
 * Find a store by its handle, together with the account's role and rights in it. Return null both if the store does not
 * exist and if the account is not a member.
 */
export async function findStoreOfMember(callers: CallerLookups, signedIn: SignedIn, handle: string) {
  const store = isHandle(handle) ? await callers.findStore(handle) : null;
  const membership = store ? await callers.findMembership(store.id, signedIn.account_id) : null;
  if (store === null || membership === null) return null;
  const { role, rights, installation_ids } = membership;
  return { store, role, rights, scopes: listCoveredScopes(rights), installation_ids };
}

async function authenticateSession(
  request: FastifyRequest,
  { surface, allowsMissingFactor }: Operation,
  { callers, audience, origin }: { callers: CallerLookups; audience: Audience; origin: string },
): Promise<Principal> {
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  if (!isWrite) assertNotForeignRead(request);
  const signedIn = (await readSession(request, callers, audience)) ?? throwApiError("not_signed_in");
  if (isWrite) {
    assertOwnOrigin(request, origin);
    const csrfHeader = request.headers["x-csrf-token"];
    assertCsrfToken(typeof csrfHeader === "string" ? csrfHeader : undefined, signedIn.csrf_token);
  }
  // guard factor-of-staff: without it, staff-factors.test.ts fails
  if (signedIn.must_add_factor && !allowsMissingFactor) throwApiError("factor_required");
  // guard staff-alone: without it, access-matrix.slow.test.ts fails
  if (surface === "staff_console" && !signedIn.is_staff)
    throwApiError("not_allowed", {
      message: "Only platform staff can do this. Sign in with a staff account.",
    });
  const rateLimitKey = `account ${signedIn.account_id}`;
  const handle = (request.params as Record<string, string>).store;
  const actor: Actor = { kind: "account", id: String(signedIn.account_id), scopes: noScopes };
  const principalWithoutStore: Principal = {
    actor,
    store: null,
    installation: null,
    signed_in: signedIn,
    body_sha256: null,
    rateLimitKey,
  };
  if (handle === undefined) return principalWithoutStore;
  const membership = (await findStoreOfMember(callers, signedIn, handle)) ?? throwApiError("store_not_found");
  if (isWrite) assertNotSuspended(membership.store, { canReadReason: true });
  const { role, rights, scopes, installation_ids } = membership;
  return {
    ...principalWithoutStore,
    // Each store is limited separately, so that many requests in one store do not slow down the account's other stores.
    rateLimitKey: `${rateLimitKey} store ${membership.store.id}`,
    actor: { ...actor, scopes: new Set(scopes), rights: new Set(rights) },
    store: membership.store,
    signed_in: { ...signedIn, role, rights, scopes, installation_ids },
  };
}

/**
 * Reject a sign-up or sign-in request that another site sends, because it would sign this browser in to the attacker's account.
 * @throws ApiError `csrf_failed`
 */
export function assertOwnOriginOfSignIn(
  request: FastifyRequest,
  { auth }: Operation,
  addresses: Addresses,
): void {
  const { kind } = readHost(request.headers.host, addresses);
  if (auth !== "anyone" || kind === "store") return;
  assertOwnOrigin(request, kind === "partners" ? addresses.partnersOrigin : addresses.adminOrigin);
}

/** Identify the caller of an operation. Call `assertOwnOriginOfSignIn` first. @throws ApiError if the caller may not call the operation */
export async function authenticate(
  request: FastifyRequest,
  operation: Operation,
  callers: CallerLookups,
  addresses: Addresses,
): Promise<Principal> {
  const host = readHost(request.headers.host, addresses);
  const anonymousPrincipal: Principal = {
    actor: anonymousActor,
    store: null,
    installation: null,
    signed_in: null,
    body_sha256: null,
    rateLimitKey: null,
  };
  if (host.kind === "store") {
    if (operation.auth === "token") return authenticateToken(request, callers, host.handle);
    const store = await findStoreOrThrow(callers, host.handle);
    assertNotSuspended(store);
    return { ...anonymousPrincipal, store };
  }
  if (operation.auth === "operator") {
    const path = request.url.split("?")[0] ?? "";
    const { method, headers } = request;
    const body_sha256 =
      callers.verifyOperator(headers.authorization, { method, path }) ??
      throwApiError("operator_key_invalid");
    return {
      ...anonymousPrincipal,
      actor: { kind: "operator", id: "operator", scopes: noScopes },
      body_sha256,
    };
  }
  const audience = host.kind === "partners" ? "partners" : "admin";
  const origin = audience === "partners" ? addresses.partnersOrigin : addresses.adminOrigin;
  if (operation.auth !== "anyone")
    return authenticateSession(request, operation, { callers, audience, origin });
  // Signing up or signing in while already signed in replaces the old session.
  return { ...anonymousPrincipal, signed_in: await readSession(request, callers, audience) };
}
