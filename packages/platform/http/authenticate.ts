import { errors, type Operation, scopeNames, throwApiError } from "@souk/contract";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../infrastructure/routing/actor.ts";
import type { Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";
import { appIsSuspended } from "../infrastructure/suspension.ts";
import type { Addresses } from "../runtime/addresses.ts";
import type { CallerLookups, TokenRead } from "./caller-lookups.ts";
import { type Audience, readCookie, sessionCookies } from "./cookies.ts";
import { isHandle, readHost } from "./host.ts";
import { assertCsrfToken, assertOwnOrigin } from "./own-page.ts";

/** The caller, the store it calls, and its scopes. */
export interface Principal {
  actor: Actor;
  store: Store | null;
  installation: Installation | null;
  signed_in: SignedIn | null;
  /** The hash that the body must have, covered by the operator's signature. Null for every other caller. */
  body_sha256: string | null;
  /** The key of the bucket that counts this caller; null for callers counted by address alone. */
  rateKey: string | null;
}

const none: ReadonlySet<string> = new Set();
const anonymousActor: Actor = { kind: "system", id: "anyone", scopes: none };

async function findStoreOrThrow(callers: CallerLookups, handle: string): Promise<Store> {
  return (await callers.findStore(handle)) ?? throwApiError("store_not_found");
}

function rejectToken(reason: Exclude<TokenRead, { ok: true }>["reason"]): never {
  if (reason !== "app_suspended") throwApiError(reason);
  throwApiError("app_disabled", { message: appIsSuspended("this app") });
}

/**
 * Reject a call on a suspended store: tokens are not served and members may only read. Apps do not learn the
 * reason.
 */
function assertNotSuspended({ suspended }: Store, readsWhy = false): void {
  if (!suspended) return;
  throwApiError(
    "store_suspended",
    readsWhy ? { message: `${errors.store_suspended.message} ${suspended.reason}` } : {},
  );
}

/** Authenticate a token for its own store's host, and for no other (API-1, API-3). */
async function byToken(request: FastifyRequest, callers: CallerLookups, handle: string): Promise<Principal> {
  const token = request.headers["service-access-token"];
  if (typeof token !== "string" || token === "") {
    await findStoreOrThrow(callers, handle);
    return throwApiError("token_missing");
  }
  const read = await callers.readToken(token);
  // guard: token-of-another-store without `|| read.store.handle !== handle`: access-matrix.slow.test.ts
  if (!read.ok || read.store.handle !== handle) {
    await findStoreOrThrow(callers, handle);
    return rejectToken(read.ok ? "token_invalid" : read.reason);
  }
  // guard: suspended-store: suspend-store.test.ts
  assertNotSuspended(read.store);
  const { installation, store, scopes } = read;
  const actor: Actor = { kind: "app", id: installation.app_handle, scopes };
  return {
    actor,
    store,
    installation,
    signed_in: null,
    body_sha256: null,
    rateKey: `installation ${installation.id}`,
  };
}

/** Return the signed-in account of an origin, or null. */
export async function readSession(
  request: FastifyRequest,
  callers: CallerLookups,
  audience: Audience,
): Promise<SignedIn | null> {
  const id = readCookie(request.headers.cookie, sessionCookies[audience]);
  const found = id === null || id === "" ? null : await callers.findSession(id, audience);
  return found ? { ...found, role: null, scopes: [] } : null;
}

/**
 * Return a member's place in a store. A store that the account is not a member of looks like a missing one.
 */
export async function readMembership(callers: CallerLookups, signedIn: SignedIn, handle: string) {
  const store = isHandle(handle) ? await callers.findStore(handle) : null;
  const membership = store ? await callers.findMembership(store.id, signedIn.account_id) : null;
  if (store === null || membership === null) return null;
  const { role, scopes } = membership;
  return { store, role, scopes: role === "staff" ? scopes : scopeNames };
}

async function bySession(
  request: FastifyRequest,
  { surface }: Operation,
  { callers, audience, origin }: { callers: CallerLookups; audience: Audience; origin: string },
): Promise<Principal> {
  const signedIn = (await readSession(request, callers, audience)) ?? throwApiError("not_signed_in");
  const changes = request.method !== "GET" && request.method !== "HEAD";
  if (changes) {
    assertOwnOrigin(request, origin);
    const sent = request.headers["x-csrf-token"];
    assertCsrfToken(typeof sent === "string" ? sent : undefined, signedIn.csrf_token);
  }
  // guard: staff-alone: access-matrix.slow.test.ts
  if (surface === "staff_console" && !signedIn.is_staff)
    throwApiError("not_allowed", {
      message: "Only platform staff can do this. Sign in with a staff account.",
    });
  const rateKey = `account ${signedIn.account_id}`;
  const handle = (request.params as Record<string, string>).store;
  const actor: Actor = { kind: "account", id: String(signedIn.account_id), scopes: none };
  const nowhere: Principal = {
    actor,
    store: null,
    installation: null,
    signed_in: signedIn,
    body_sha256: null,
    rateKey,
  };
  if (handle === undefined) return nowhere;
  const place = (await readMembership(callers, signedIn, handle)) ?? throwApiError("store_not_found");
  if (changes) assertNotSuspended(place.store, true);
  const { role, scopes } = place;
  return {
    ...nowhere,
    // A panel that is busy in one store does not slow down the account's other stores.
    rateKey: `${rateKey} store ${place.store.id}`,
    actor: { ...actor, scopes: new Set(scopes) },
    store: place.store,
    signed_in: { ...signedIn, role, scopes },
  };
}

/** Decide who calls an operation. @throws ApiError when no permitted caller does */
export async function authenticate(
  request: FastifyRequest,
  operation: Operation,
  callers: CallerLookups,
  addresses: Addresses,
): Promise<Principal> {
  const host = readHost(request.headers.host, addresses);
  const anyone: Principal = {
    actor: anonymousActor,
    store: null,
    installation: null,
    signed_in: null,
    body_sha256: null,
    rateKey: null,
  };
  if (host.kind === "store") {
    if (operation.auth === "token") return byToken(request, callers, host.handle);
    const store = await findStoreOrThrow(callers, host.handle);
    assertNotSuspended(store);
    return { ...anyone, store };
  }
  if (operation.auth === "operator") {
    const path = request.url.split("?")[0] ?? "";
    const { method, headers } = request;
    const body_sha256 =
      callers.verifyOperator(headers.authorization, { method, path }) ??
      throwApiError("operator_key_invalid");
    return { ...anyone, actor: { kind: "operator", id: "operator", scopes: none }, body_sha256 };
  }
  const audience = host.kind === "partners" ? "partners" : "admin";
  const origin = audience === "partners" ? addresses.partnersOrigin : addresses.adminOrigin;
  if (operation.auth !== "anyone") return bySession(request, operation, { callers, audience, origin });
  // A sign-in sent from another site would plant another person's session in this browser.
  assertOwnOrigin(request, origin);
  // Signing up or in while signed in replaces the old session.
  return { ...anyone, signed_in: await readSession(request, callers, audience) };
}
