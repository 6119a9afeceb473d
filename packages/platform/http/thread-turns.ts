import type { FastifyInstance, FastifyRequest } from "fastify";
import { isProbe } from "./mount-probes.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";
import type { WorkOwner } from "./work-shares.ts";

/**
 * The time of the thread that serves requests, shared among stores. While the thread keeps up, every request starts at once. While one
 * turn of its event loop takes long, only some requests start in each turn, and the stores take turns, so that a store with few requests
 * does not wait for those of a store with many.
 */
export interface ThreadTurns {
  /**
   * Wait until a request may start. The store of a caller is known from its earlier requests; all other callers have one share, in which
   * IP addresses take turns.
   * @returns null if it may start at once
   * @throws ApiError `unavailable` if too many requests of the share are waiting, or if this one has waited for 10 s
   */
  start(request: CallerHint): Promise<void> | null;
  /** Wait as `start` does, before work of a known caller that keeps the thread busy, such as parsing a large body. */
  startWork(owner: WorkOwner | null, address: string): Promise<void> | null;
  /** Remember whose the caller's next requests are. Call it when a caller has been authenticated. */
  remember(request: CallerHint, owner: WorkOwner): void;
}

/** What is known of a request's caller before it is authenticated. */
export type CallerHint = Pick<FastifyRequest, "headers" | "ip">;

/** A turn of the event loop that takes longer keeps requests waiting noticeably. */
const maxTurnMs = 10;
const maxStartsPerTurn = 64;
const lineLimits = { maxSize: 2_000, maxWaitMs: 10_000 };
const maxKnownCallers = 10_000;
const maxForgottenAtOnce = 1_000;
const visitors = "visitors";

/** Return the token or the cookies that the caller sent. They are kept in memory only. */
function getCredential({ headers }: CallerHint): string | undefined {
  const token = headers["service-access-token"];
  return typeof token === "string" && token !== "" ? token : headers.cookie;
}

/** @param now returns the time in ms */
export function createThreadTurns(now = () => performance.now()): ThreadTurns {
  // The share whose turn is next comes first.
  const lines = new Map<WorkOwner["share"], WaitingLine<void>>();
  const knownCallers = new Map<string, WorkOwner>();
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
    start(request) {
      const credential = getCredential(request);
      const owner = credential === undefined ? undefined : knownCallers.get(credential);
      return take(owner ?? { share: visitors, caller: request.ip });
    },
    startWork: (owner, address) => take(owner ?? { share: visitors, caller: address }),
    remember(request, owner) {
      const credential = getCredential(request);
      if (credential === undefined) return;
      const knownOwner = knownCallers.get(credential);
      if (knownOwner?.share === owner.share && knownOwner.caller === owner.caller) return;
      if (knownCallers.size >= maxKnownCallers) forgetCallers();
      knownCallers.set(credential, owner);
    },
  };

  function forgetCallers(): void {
    for (const credential of knownCallers.keys()) {
      if (knownCallers.size <= maxKnownCallers - maxForgottenAtOnce) return;
      knownCallers.delete(credential);
    }
  }
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
