import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";
import type { Principal } from "./authenticate.ts";
import { readCookies, sessionCookieNames } from "./cookies.ts";
import type { Host } from "./host.ts";
import type { RateLimitedCaller } from "./request-costs.ts";
import type { WorkOwner } from "./work-shares.ts";

/** Who a request's caller is. */
export interface AuthenticatedCaller {
  store: Pick<Store, "id"> | null;
  installation: Pick<Installation, "id"> | null;
  signed_in: Pick<SignedIn, "account_id" | "session_hash"> | null;
}

/** The part of a request that tells who may have sent it, before the request is authenticated. */
export type CallerHint = Pick<FastifyRequest, "headers" | "ip">;

/**
 * The callers of recent requests, found by the tokens and sessions that authenticated them. A token that has been revoked since then and
 * a session that has ended are still found. So use this only to delay or reject requests, never to allow one.
 */
export interface KnownCallers {
  /**
   * Find the share of the work that a request belongs to: the share of the store for an app's request, and the share of the
   * account for a person's request to any store.
   */
  findOwner(request: CallerHint): WorkOwner | null;
  /**
   * Find the callers of earlier requests to the same place with this request's token or sessions. Any of these callers may have
   * sent this request. Usually there is one or none.
   */
  findRateLimited(request: CallerHint, place: Place): RateLimitedCaller[];
  /** Remember the caller of a request by the token or session that authenticated it. Visitors are not remembered. */
  remember(request: CallerHint, caller: AuthenticatedCaller): void;
  /** Remember the caller of a request as `remember` does, and also which rate limits apply to the caller at this place. */
  rememberPrincipal(request: CallerHint, place: Place, principal: Principal): void;
}

/** What a request is for: the kind of the host, and the store that the host or the path names. One session has a principal per place. */
export type Place = Host;

interface KnownCaller {
  owner: WorkOwner;
  /** The rate limits by the key of the place. The place that was remembered first comes first. */
  rateLimitedByPlace: Map<string, RateLimitedCaller>;
}

/** The maximum number of tokens and sessions that are remembered. */
const maxKnownCallers = 10_000;
/** How many tokens and sessions are forgotten when the maximum is reached. */
const forgottenCount = 1_000;
/** The maximum number of places that are remembered for a caller. A person may have many stores. */
const maxPlacesOfCaller = 20;

const hash = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

function getToken({ headers }: CallerHint): string | null {
  const token = headers["service-access-token"];
  return typeof token === "string" && token !== "" ? token : null;
}

/** List the hashes of the token and sessions that may identify the caller at any host. */
function listCredentials(request: CallerHint): string[] {
  const token = getToken(request);
  const { cookie } = request.headers;
  const sessions =
    cookie === undefined
      ? []
      : Object.values(sessionCookieNames).flatMap((name) => readCookies(cookie, name));
  return [...(token === null ? [] : [token]), ...sessions].map(hash);
}

/** List the hashes of the token or sessions with which a host of this kind authenticates a request. */
function listCredentialsOfHost(request: CallerHint, kind: Host["kind"]): string[] {
  const token = getToken(request);
  if (kind === "store") return token === null ? [] : [hash(token)];
  if (kind !== "admin" && kind !== "partners") return [];
  return readCookies(request.headers.cookie, sessionCookieNames[kind]).map(hash);
}

/** Return the hash of the token or session that has authenticated the caller, or null. Other tokens in the request may be made up. */
function getCredential(request: CallerHint, { installation, signed_in }: AuthenticatedCaller): string | null {
  const token = installation === null ? null : getToken(request);
  if (token !== null) return hash(token);
  return signed_in === null ? null : signed_in.session_hash.toString("hex");
}

/** Build the owner of the work that a caller's requests do. Returns null for a visitor. */
function buildOwner({ store, installation, signed_in }: AuthenticatedCaller): WorkOwner | null {
  if (installation !== null && store !== null)
    return { share: store.id, caller: `installation ${installation.id}` };
  const account = signed_in && `account ${signed_in.account_id}`;
  return account === null ? null : { share: account, caller: account };
}

function buildPlaceKey({ kind, handle }: Place): string {
  return `${kind} ${handle}`;
}

/** Create an empty memory of callers. Those that send nothing for long are forgotten first. */
export function createKnownCallers(): KnownCallers {
  const callers = new Map<string, KnownCaller>();

  function forgetOldest(): void {
    for (const credential of callers.keys()) {
      if (callers.size <= maxKnownCallers - forgottenCount) return;
      callers.delete(credential);
    }
  }

  /** Find a caller, and move it to the end of the callers, so that it is forgotten last. */
  function find(credential: string): KnownCaller | null {
    const caller = callers.get(credential);
    if (caller === undefined) return null;
    callers.delete(credential);
    callers.set(credential, caller);
    return caller;
  }

  function findFirst(request: CallerHint): KnownCaller | null {
    if (callers.size === 0) return null;
    for (const credential of listCredentials(request)) {
      const caller = find(credential);
      if (caller !== null) return caller;
    }
    return null;
  }

  function getOrAdd(request: CallerHint, caller: AuthenticatedCaller): KnownCaller | null {
    const owner = buildOwner(caller);
    const credential = owner && getCredential(request, caller);
    if (owner === null || credential === null) return null;
    const knownCaller = callers.get(credential);
    if (knownCaller !== undefined) return knownCaller;
    if (callers.size >= maxKnownCallers) forgetOldest();
    const newCaller: KnownCaller = { owner, rateLimitedByPlace: new Map() };
    callers.set(credential, newCaller);
    return newCaller;
  }

  return {
    findOwner: (request) => findFirst(request)?.owner ?? null,
    findRateLimited: (request, place) =>
      listCredentialsOfHost(request, place.kind).flatMap(
        (credential) => find(credential)?.rateLimitedByPlace.get(buildPlaceKey(place)) ?? [],
      ),
    remember: (request, caller) => void getOrAdd(request, caller),
    rememberPrincipal(request, place, principal) {
      const { rateLimitKey } = principal;
      const rateLimitedByPlace = getOrAdd(request, principal)?.rateLimitedByPlace;
      const key = buildPlaceKey(place);
      if (rateLimitedByPlace === undefined || rateLimitKey === null) return;
      if (rateLimitedByPlace.get(key)?.rateLimitKey === rateLimitKey) return;
      const [oldestKey] = rateLimitedByPlace.keys();
      if (rateLimitedByPlace.size >= maxPlacesOfCaller && oldestKey !== undefined)
        rateLimitedByPlace.delete(oldestKey);
      // Store only what the rate limits need, so that nothing else of a caller stays in memory.
      rateLimitedByPlace.set(key, {
        rateLimitKey,
        signed_in: principal.signed_in && {},
        store: principal.store && { id: principal.store.id },
      });
    },
  };
}
