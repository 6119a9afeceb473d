import { createLargeResponses, type LargeResponses } from "./large-responses.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";

/** A request is slow if its work takes longer than this. */
const slowAfterMs = 100;
/** After a slow request, all requests of its store count as slow for this time. */
const slowForMs = 10_000;
/** The limits of each line of waiting requests. */
const lineLimits = { maxSize: 256, maxWaitMs: 10_000 };

/** A running request. */
export interface RunningRequest {
  /** The time of the shared clock when it started. */
  startedAt: number;
  /** Whether the request takes up one of the slots, which limit how many requests run at a time. */
  hasSlot: boolean;
}

/** The requests of one store, or of one account outside of stores. */
export interface StoreWork {
  /** The running requests in the order of their start. */
  running: Set<RunningRequest>;
  /** How many of the running requests have a slot. */
  slotCount: number;
  waiting: WaitingLine<RunningRequest>;
  /** The time until which all requests of the store count as slow. */
  slowUntil: number;
  largeResponses: LargeResponses;
}

/** The time of day, and the time of the shared clock. */
export interface Times {
  now: number;
  sharedNow: number;
}

export function createStoreWork({ maxLargeResponses }: { maxLargeResponses: number }): StoreWork {
  return {
    running: new Set(),
    slotCount: 0,
    waiting: createWaitingLine(lineLimits),
    slowUntil: 0,
    largeResponses: createLargeResponses(maxLargeResponses, lineLimits),
  };
}

/** Return whether the store's requests count as slow. */
export function isSlow({ running, slowUntil }: StoreWork, { now, sharedNow }: Times): boolean {
  const [oldest] = running;
  return now < slowUntil || (oldest !== undefined && sharedNow - oldest.startedAt > slowAfterMs);
}

export function isIdle({ running, waiting, largeResponses }: StoreWork): boolean {
  return running.size + waiting.size + largeResponses.size === 0;
}

/** Add a request that starts. */
export function startRequest(store: StoreWork, request: RunningRequest): RunningRequest {
  store.running.add(request);
  if (request.hasSlot) store.slotCount += 1;
  return request;
}

/** Remove a request that has ended, and count the store as slow if the request was slow. @returns the time of its work, in ms */
export function endRequest(store: StoreWork, request: RunningRequest, { now, sharedNow }: Times): number {
  const workMs = sharedNow - request.startedAt;
  if (workMs > slowAfterMs) store.slowUntil = now + slowForMs;
  store.running.delete(request);
  if (request.hasSlot) store.slotCount -= 1;
  return workMs;
}

/**
 * Wait until a store may send one more large response of this caller, and count the store as slow.
 * @returns a function to call when the response has ended; only its first call has an effect
 */
export function startLargeResponse(
  store: StoreWork,
  { caller, now }: { caller: string; now: number },
): Promise<() => void> {
  store.slowUntil = now + slowForMs;
  return store.largeResponses.start(caller);
}
