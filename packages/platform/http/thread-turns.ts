import type { FastifyInstance } from "fastify";
import { getNetwork } from "../infrastructure/client-network.ts";
import type { CallerHint, KnownCallers } from "./known-callers.ts";
import { isProbe } from "./mount-probes.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";
import type { WorkOwner } from "./work-shares.ts";

/**
 * The time of the thread that serves requests, shared among stores. While the thread keeps up, every request starts at once.
 * While the turns of the thread's event loop are long, each turn starts only some requests. The stores then take turns in
 * starting requests, so that a store with few requests does not wait for all requests of a store with many.
 */
export interface ThreadTurns {
  /**
   * Wait until a request may start. An app that was authenticated before has the share of its store, and a signed-in person has
   * the share of their account. All other callers have one share, in which networks take turns.
   * @returns null if it may start at once
   * @throws ApiError `unavailable` if too many requests of the share are waiting, or if this one has waited for 10 s
   */
  start(request: CallerHint): Promise<void> | null;
  /**
   * Wait as `start` does, before work that keeps the thread busy, such as parsing a large body.
   * @param owner the caller's share; null if the caller has not been authenticated
   * @param address the caller's IP address
   */
  startWork(owner: WorkOwner | null, address: string): Promise<void> | null;
}

/** A turn of the event loop that takes longer than this keeps requests waiting noticeably. */
const maxTurnMs = 10;
const maxStartsPerTurn = 64;
// The limits of the line of each share. One caller, such as a network of visitors, has at most a tenth of the places.
const lineLimits = { maxSize: 2_000, maxSizeOfCaller: 200, maxWaitMs: 10_000 };
/** The share of all callers that have not been authenticated. */
const visitorShare = "visitors";

function buildVisitor(address: string): WorkOwner {
  return { share: visitorShare, caller: getNetwork(address) };
}

/**
 * Return how long the calling thread has run, in ms. Unlike elapsed time, this leaves out the times when other threads and processes
 * used the cores.
 */
function readThreadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Create the `ThreadTurns` of this thread. No request is waiting yet. @param now returns the time that the thread has run, in ms */
export function createThreadTurns(callers: KnownCallers, now = readThreadTime): ThreadTurns {
  // The share whose turn is next comes first.
  const lines = new Map<WorkOwner["share"], WaitingLine<void>>();
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

  function takeTurn({ share, caller }: WorkOwner): Promise<void> | null {
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
    start: (request) => takeTurn(callers.findOwner(request) ?? buildVisitor(request.ip)),
    startWork: (owner, address) => takeTurn(owner ?? buildVisitor(address)),
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
