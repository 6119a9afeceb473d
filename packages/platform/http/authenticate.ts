import { errors, type Operation, refuse, scopeNames } from "@souk/contract";
import type { FastifyRequest } from "fastify";
import type { Addresses } from "../addresses.ts";
import type { Actor } from "../routing/actor.ts";
import type { Installation, SignedIn, Store } from "../routing/call.ts";
import { appIsSuspended } from "../suspension.ts";
import { type Audience, readCookie, sessionCookies } from "./cookies.ts";
import type { Doors, TokenRead } from "./doors.ts";
import { isHandle, readHost } from "./host.ts";
import { requireCsrfToken, requireOwnOrigin } from "./own-page.ts";

/** Who calls, on which store, with which scopes. */
export interface Principal {
  actor: Actor;
  store: Store | null;
  installation: Installation | null;
  signed_in: SignedIn | null;
  /** What the body must hash to: the operator's signature covers it. Null for everybody else. */
  body_sha256: string | null;
  /** The bucket that counts this caller; null for callers counted by address alone. */
  rateKey: string | null;
}

const none: ReadonlySet<string> = new Set();
const nobody: Actor = { kind: "system", id: "anyone", scopes: none };

async function storeOrRefuse(doors: Doors, handle: string): Promise<Store> {
  return (await doors.findStore(handle)) ?? refuse("store_not_found");
}

function refuseToken(reason: Exclude<TokenRead, { ok: true }>["reason"]): never {
  if (reason !== "app_suspended") refuse(reason);
  refuse("app_disabled", { message: appIsSuspended("this app") });
}

/** A suspended store serves no token, and its people only read. Apps are not told why. */
function requireLifted({ suspended }: Store, readsWhy = false): void {
  if (!suspended) return;
  refuse(
    "store_suspended",
    readsWhy ? { message: `${errors.store_suspended.message} ${suspended.reason}` } : {},
  );
}

/** API-1, API-3: a token opens its own store's host and no other. */
async function byToken(request: FastifyRequest, doors: Doors, handle: string): Promise<Principal> {
  const token = request.headers["service-access-token"];
  if (typeof token !== "string" || token === "") {
    await storeOrRefuse(doors, handle);
    return refuse("token_missing");
  }
  const read = await doors.readToken(token);
  if (!read.ok || read.store.handle !== handle) {
    await storeOrRefuse(doors, handle);
    return refuseToken(read.ok ? "token_invalid" : read.reason);
  }
  requireLifted(read.store);
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

/** The signed-in account of an origin, or null. */
export async function readSession(
  request: FastifyRequest,
  doors: Doors,
  audience: Audience,
): Promise<SignedIn | null> {
  const id = readCookie(request.headers.cookie, sessionCookies[audience]);
  const found = id === null || id === "" ? null : await doors.findSession(id, audience);
  return found ? { ...found, role: null, scopes: [] } : null;
}

/** A member's place in a store; a store the account is no member of looks like none. */
export async function readMembership(doors: Doors, signedIn: SignedIn, handle: string) {
  const store = isHandle(handle) ? await doors.findStore(handle) : null;
  const membership = store ? await doors.membershipOf(store.id, signedIn.account_id) : null;
  if (store === null || membership === null) return null;
  const { role, scopes } = membership;
  return { store, role, scopes: role === "staff" ? scopes : scopeNames };
}

async function bySession(
  request: FastifyRequest,
  { surface }: Operation,
  { doors, audience, origin }: { doors: Doors; audience: Audience; origin: string },
): Promise<Principal> {
  const signedIn = (await readSession(request, doors, audience)) ?? refuse("not_signed_in");
  const changes = request.method !== "GET" && request.method !== "HEAD";
  if (changes) {
    requireOwnOrigin(request, origin);
    const sent = request.headers["x-csrf-token"];
    requireCsrfToken(typeof sent === "string" ? sent : undefined, signedIn.csrf_token);
  }
  if (surface === "staff_console" && !signedIn.is_staff)
    refuse("not_allowed", { message: "This is for accounts of the platform's staff." });
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
  const place = (await readMembership(doors, signedIn, handle)) ?? refuse("store_not_found");
  if (changes) requireLifted(place.store, true);
  const { role, scopes } = place;
  return {
    ...nowhere,
    // A panel that is busy in one shop leaves the account's other shops alone.
    rateKey: `${rateKey} store ${place.store.id}`,
    actor: { ...actor, scopes: new Set(scopes) },
    store: place.store,
    signed_in: { ...signedIn, role, scopes },
  };
}

/** Decides who calls an operation. @throws Refusal when nobody allowed does */
export async function authenticate(
  request: FastifyRequest,
  operation: Operation,
  doors: Doors,
  addresses: Addresses,
): Promise<Principal> {
  const host = readHost(request.headers.host, addresses);
  const anyone: Principal = {
    actor: nobody,
    store: null,
    installation: null,
    signed_in: null,
    body_sha256: null,
    rateKey: null,
  };
  if (host.kind === "shop") {
    if (operation.caller === "token") return byToken(request, doors, host.handle);
    const store = await storeOrRefuse(doors, host.handle);
    requireLifted(store);
    return { ...anyone, store };
  }
  if (operation.caller === "operator") {
    const path = request.url.split("?")[0] ?? "";
    const { method, headers } = request;
    const body_sha256 =
      doors.verifyOperator(headers.authorization, { method, path }) ?? refuse("operator_key_invalid");
    return { ...anyone, actor: { kind: "operator", id: "operator", scopes: none }, body_sha256 };
  }
  const audience = host.kind === "partners" ? "partners" : "admin";
  const origin = audience === "partners" ? addresses.partnersOrigin : addresses.adminOrigin;
  if (operation.caller !== "anyone") return bySession(request, operation, { doors, audience, origin });
  // A sign-in sent from elsewhere would plant somebody else's session in this browser.
  requireOwnOrigin(request, origin);
  // Signing up or in while signed in replaces the old session.
  return { ...anyone, signed_in: await readSession(request, doors, audience) };
}
