import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getNetwork } from "../infrastructure/client-network.ts";
import type { Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";
import { readCookies, sessionCookieNames } from "./cookies.ts";
import { isProbe } from "./mount-probes.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";
import type { WorkOwner } from "./work-shares.ts";

/** Who a request's caller is. */
export interface AuthenticatedCaller {
  store: Pick<Store, "id"> | null;
  installation: Pick<Installation, "id"> | null;
  signed_in: Pick<SignedIn, "account_id" | "session_hash"> | null;
}

/**
 * The time of the thread that serves requests, shared among stores. While the thread keeps up, every request starts at once. While one
 * turn of its event loop takes long, only some requests start in each turn, and the stores take turns, so that a store with few requests
 * does not wait for those of a store with many.
 */
export interface ThreadTurns {
  /**
   * Wait until a request may start. An app that was authenticated before has the share of its store, and a signed-in person that of the
   * account; all other callers have one share, in which networks take turns.
   * @returns null if it may start at once
   * @throws ApiError `unavailable` if too many requests of the share are waiting, or if this one has waited for 10 s
   */
  start(request: CallerHint): Promise<void> | null;
  /** Wait as `start` does, before work of a known caller that keeps the thread busy, such as parsing a large body. */
  startWork(owner: WorkOwner | null, address: string): Promise<void> | null;
  /** Remember the caller of a request by the token or the session with which it was authenticated. Visitors are not remembered. */
  remember(request: CallerHint, caller: AuthenticatedCaller): void;
}

/** What is known of a request's caller before it is authenticated. */
export type CallerHint = Pick<FastifyRequest, "headers" | "ip">;

/** A turn of the event loop that takes longer keeps requests waiting noticeably. */
const maxTurnMs = 10;
const maxStartsPerTurn = 64;
// One caller, such as a network of visitors, has at most a tenth of a line.
const lineLimits = { maxSize: 2_000, maxSizeOfCaller: 200, maxWaitMs: 10_000 };
const maxKnownCallers = 10_000;
const maxForgottenAtOnce = 1_000;
const visitors = "visitors";

const hash = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

function getToken({ headers }: CallerHint): string | null {
  const token = headers["service-access-token"];
  return typeof token === "string" && token !== "" ? token : null;
}

/** List the hashes of what may identify the caller. */
function listCredentials(request: CallerHint): string[] {
  const token = getToken(request);
  if (token !== null) return [hash(token)];
  const { cookie } = request.headers;
  if (cookie === undefined) return [];
  return Object.values(sessionCookieNames).flatMap((name) => readCookies(cookie, name).map(hash));
}

function buildVisitor(address: string): WorkOwner {
  return { share: visitors, caller: getNetwork(address) };
}

/** Build whose the requests of an authenticated caller are. The requests of a person are the account's, in whichever store. */
function buildOwner({ store, installation, signed_in }: AuthenticatedCaller): WorkOwner | null {
  if (installation !== null && store !== null)
    return { share: store.id, caller: `installation ${installation.id}` };
  const account = signed_in && `account ${signed_in.account_id}`;
  return account === null ? null : { share: account, caller: account };
}

/** Create the memory of authenticated callers. Those that send nothing for long are forgotten first. */
function createKnownCallers() {
  const owners = new Map<string, WorkOwner>();

  function forgetOldest(): void {
    for (const credential of owners.keys()) {
      if (owners.size <= maxKnownCallers - maxForgottenAtOnce) return;
      owners.delete(credential);
    }
  }

  return {
    find(request: CallerHint): WorkOwner | null {
      if (owners.size === 0) return null;
      for (const credential of listCredentials(request)) {
        const owner = owners.get(credential);
        if (owner === undefined) continue;
        owners.delete(credential);
        owners.set(credential, owner);
        return owner;
      }
      return null;
    },
    remember(request: CallerHint, caller: AuthenticatedCaller): void {
      const owner = buildOwner(caller);
      if (owner === null) return;
      // Only what has authenticated the caller is remembered, because anything else could be made up.
      const token = caller.installation === null ? null : getToken(request);
      const credential = token === null ? caller.signed_in?.session_hash.toString("hex") : hash(token);
      if (credential === undefined || owners.has(credential)) return;
      if (owners.size >= maxKnownCallers) forgetOldest();
      owners.set(credential, owner);
    },
  };
}

/** @param now returns the time in ms */
export function createThreadTurns(now = () => performance.now()): ThreadTurns {
  // The share whose turn is next comes first.
  const lines = new Map<WorkOwner["share"], WaitingLine<void>>();
  const callers = createKnownCallers();
  let maxStarts = maxStartsPerTurn;
  let starts = 0;
  let turnStartedAt = 0;
  let isWatchingTurns = false;

  /** Start the first request of the share whose turn it is. @returns whether one was waiting */
  function startNext(): boolean {
    for (const [share, line] of lines) {
      lines.delete(share);
      const hasStarted = line.serveNext(() => undefined);
      // The share moves behind the others.
      if (line.size > 0) lines.set(share, line);
      if (hasStarted) return true;
    }
    return false;
  }

  function beginTurn(): void {
    const turnMs = now() - turnStartedAt;
    maxStarts = turnMs > maxTurnMs ? Math.max(1, maxStarts >> 1) : Math.min(maxStartsPerTurn, maxStarts * 2);
    starts = 0;
    turnStartedAt = now();
    while (starts < maxStarts && startNext()) starts += 1;
    isWatchingTurns = starts > 0 || lines.size > 0;
    if (isWatchingTurns) setImmediate(beginTurn);
  }

  /** Measure turns only while requests start, so that an idle process stays idle. */
  function watchTurns(): void {
    if (isWatchingTurns) return;
    isWatchingTurns = true;
    turnStartedAt = now();
    setImmediate(beginTurn);
  }

  function take({ share, caller }: WorkOwner): Promise<void> | null {
    watchTurns();
    if (starts < maxStarts && lines.size === 0) {
      starts += 1;
      return null;
    }
    const line = lines.get(share) ?? createWaitingLine<void>(lineLimits);
    const turn = line.wait(caller);
    lines.set(share, line);
    return turn;
  }

  return {
    start: (request) => take(callers.find(request) ?? buildVisitor(request.ip)),
    startWork: (owner, address) => take(owner ?? buildVisitor(address)),
    remember: callers.remember,
  };
}

/** Make all requests but those of probes wait for their turn. */
export function mountThreadTurns(server: FastifyInstance, turns: ThreadTurns): void {
  server.addHook("onRequest", (request, _reply, done) => {
    if (isProbe(request.url)) {
      done();
      return;
    }
    let turn: Promise<void> | null;
    try {
      turn = turns.start(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (turn === null) done();
    else turn.then(() => done(), done);
  });
}
