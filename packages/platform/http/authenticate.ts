import { type Operation, refuse, scopeNames } from "@souk/contract";
import type { FastifyRequest } from "fastify";
import type { Addresses } from "../addresses.ts";
import type { Actor } from "../routing/actor.ts";
import type { Installation, SignedIn, Store } from "../routing/call.ts";
import { type Audience, readCookie, sessionCookies } from "./cookies.ts";
import type { Doors } from "./doors.ts";
import { isHandle, readHost } from "./host.ts";
import { requireCsrfToken, requireOwnOrigin } from "./own-page.ts";

/** Who calls, on which store, with which scopes. */
export interface Principal {
  actor: Actor;
  store: Store | null;
  installation: Installation | null;
  signed_in: SignedIn | null;
  /** The bucket that counts this caller; null for callers counted by address alone. */
  rateKey: string | null;
}

const none: ReadonlySet<string> = new Set();
const all: ReadonlySet<string> = new Set(scopeNames);
const nobody: Actor = { kind: "system", id: "anyone", scopes: none };

async function storeOrRefuse(doors: Doors, handle: string): Promise<Store> {
  return (await doors.findStore(handle)) ?? refuse("store_not_found");
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
    return refuse(read.ok ? "token_invalid" : read.reason);
  }
  const { installation, store, scopes } = read;
  const actor: Actor = { kind: "app", id: installation.app_handle, scopes };
  return { actor, store, installation, signed_in: null, rateKey: `installation ${installation.id}` };
}

/** The signed-in account of an origin, or null. */
export async function readSession(
  request: FastifyRequest,
  doors: Doors,
  audience: Audience,
): Promise<SignedIn | null> {
  const id = readCookie(request.headers.cookie, sessionCookies[audience]);
  const found = id === null || id === "" ? null : await doors.findSession(id, audience);
  return found ? { ...found, role: null } : null;
}

/** A member's place in a store; a store the account is no member of looks like none. */
export async function readMembership(doors: Doors, signedIn: SignedIn, handle: string) {
  const store = isHandle(handle) ? await doors.findStore(handle) : null;
  const membership = store ? await doors.membershipOf(store.id, signedIn.account_id) : null;
  return store && membership ? { store, membership } : null;
}

async function bySession(
  request: FastifyRequest,
  doors: Doors,
  audience: Audience,
  origin: string,
): Promise<Principal> {
  const signedIn = (await readSession(request, doors, audience)) ?? refuse("not_signed_in");
  if (request.method !== "GET" && request.method !== "HEAD") {
    requireOwnOrigin(request, origin);
    const sent = request.headers["x-csrf-token"];
    requireCsrfToken(typeof sent === "string" ? sent : undefined, signedIn.csrf_token);
  }
  const rateKey = `account ${signedIn.account_id}`;
  const handle = (request.params as Record<string, string>).store;
  const actor: Actor = { kind: "account", id: String(signedIn.account_id), scopes: none };
  if (handle === undefined) return { actor, store: null, installation: null, signed_in: signedIn, rateKey };
  const place = (await readMembership(doors, signedIn, handle)) ?? refuse("store_not_found");
  const { role, scopes } = place.membership;
  return {
    actor: { ...actor, scopes: role === "staff" ? new Set(scopes) : all },
    store: place.store,
    installation: null,
    signed_in: { ...signedIn, role },
    rateKey,
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
    rateKey: null,
  };
  if (host.kind === "shop") {
    if (operation.caller === "token") return byToken(request, doors, host.handle);
    return { ...anyone, store: await storeOrRefuse(doors, host.handle) };
  }
  if (operation.caller === "operator") {
    const path = request.url.split("?")[0] ?? "";
    const valid = doors.verifyOperator(request.headers.authorization, { method: request.method, path });
    if (!valid) refuse("operator_key_invalid");
    return { ...anyone, actor: { kind: "operator", id: "operator", scopes: none } };
  }
  const audience = host.kind === "partners" ? "partners" : "admin";
  const origin = audience === "partners" ? addresses.partnersOrigin : addresses.adminOrigin;
  if (operation.caller !== "anyone") return bySession(request, doors, audience, origin);
  // A sign-in sent from elsewhere would plant somebody else's session in this browser.
  requireOwnOrigin(request, origin);
  // Signing up or in while signed in replaces the old session.
  return { ...anyone, signed_in: await readSession(request, doors, audience) };
}
