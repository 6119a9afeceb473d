import type { Clock } from "../runtime/clock.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";

/**
 * The database work of requests, shared among stores. A store whose requests are slow has at most a quarter of the slots, any other
 * store at most three quarters, so a store with little work always finds a free slot. Waiting stores take turns.
 */
export interface WorkShares {
  /**
   * Run a request's work as soon as its store has a free slot.
   * @throws ApiError `unavailable` if too many requests of the store are waiting, or if this one has waited for 10 s
   */
  run<T>(storeId: number, work: () => Promise<T>): Promise<T>;
  /**
   * Wait until the store may send one more large response. It sends at most as many at a time as a quarter of the slots, so the
   * memory for them is bounded. For 10 s, the store's requests count as slow.
   * @returns a function that must be called when the response has ended; only its first call has an effect
   * @throws ApiError `unavailable` as `run` does
   */
  startLargeResponse(storeId: number): Promise<() => void>;
}

/** A request is slow if its work takes longer. */
const slowAfterMs = 100;
/** After a slow request, all requests of its store count as slow for this time. */
const slowForMs = 10_000;
const lineLimits = { maxSize: 256, maxWaitMs: 10_000 };
const maxKnownStores = 1_000;

interface RunningRequest {
  startedAt: number;
}

interface StoreWork {
  /** The running requests in the order of their start. */
  running: Set<RunningRequest>;
  waiting: WaitingLine<RunningRequest>;
  slowUntil: number;
  largeResponses: number;
  waitingLargeResponses: WaitingLine<void>;
}

function createStoreWork(): StoreWork {
  return {
    running: new Set(),
    waiting: createWaitingLine(lineLimits),
    slowUntil: 0,
    largeResponses: 0,
    waitingLargeResponses: createWaitingLine(lineLimits),
  };
}

function isSlow({ running, slowUntil }: StoreWork, now: number): boolean {
  const [oldest] = running;
  return now < slowUntil || (oldest !== undefined && now - oldest.startedAt > slowAfterMs);
}

function isIdle({ running, waiting, largeResponses, waitingLargeResponses }: StoreWork): boolean {
  return running.size + waiting.size + largeResponses + waitingLargeResponses.size === 0;
}

/** Return a function that ends a large response at its first call. */
function createEnd(store: StoreWork): () => void {
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    // The next response takes over this one's place, so the number stays the same.
    if (store.waitingLargeResponses.size > 0) store.waitingLargeResponses.serveFirst();
    else store.largeResponses -= 1;
  };
}

async function startLargeResponse(
  store: StoreWork,
  { slowShare, clock }: { slowShare: number; clock: Clock },
): Promise<() => void> {
  if (store.largeResponses < slowShare) store.largeResponses += 1;
  else await store.waitingLargeResponses.wait();
  store.slowUntil = clock.now() + slowForMs;
  return createEnd(store);
}

/**
 * Create the shares of all stores.
 * @param slots how many requests work on the database at a time
 */
export function createWorkShares(slots: number, clock: Clock): WorkShares {
  const slowShare = Math.max(1, Math.floor(slots / 4));
  const largestShare = Math.max(1, slots - slowShare);
  const stores = new Map<number, StoreWork>();
  // The store whose turn is next comes first.
  const waitingStores = new Set<StoreWork>();
  let runningCount = 0;

  function getOrCreateStore(storeId: number): StoreWork {
    const existingStore = stores.get(storeId);
    if (existingStore) return existingStore;
    const now = clock.now();
    if (stores.size >= maxKnownStores)
      for (const [id, store] of stores) if (isIdle(store) && !isSlow(store, now)) stores.delete(id);
    const newStore = createStoreWork();
    stores.set(storeId, newStore);
    return newStore;
  }

  function hasFreeSlot(store: StoreWork): boolean {
    const share = isSlow(store, clock.now()) ? slowShare : largestShare;
    return runningCount < slots && store.running.size < share;
  }

  function takeSlot(store: StoreWork): RunningRequest {
    const request = { startedAt: clock.now() };
    store.running.add(request);
    runningCount += 1;
    return request;
  }

  /** Find the store that has the fewest running requests among those that wait and may start one. */
  function findNextStore(): StoreWork | undefined {
    let nextStore: StoreWork | undefined;
    for (const store of waitingStores) {
      const isNext = nextStore === undefined || store.running.size < nextStore.running.size;
      if (isNext && hasFreeSlot(store)) nextStore = store;
    }
    return nextStore;
  }

  function startWaitingRequests(): void {
    for (let store = findNextStore(); store !== undefined; store = findNextStore()) {
      // It moves behind the others, so that stores with equally many running requests take turns.
      waitingStores.delete(store);
      if (store.waiting.size > 1) waitingStores.add(store);
      if (store.waiting.size > 0) store.waiting.serveFirst(takeSlot(store));
    }
  }

  function waitForSlot(store: StoreWork): Promise<RunningRequest> {
    const slot = store.waiting.wait();
    waitingStores.add(store);
    return slot;
  }

  function freeSlot(store: StoreWork, request: RunningRequest): void {
    const now = clock.now();
    if (now - request.startedAt > slowAfterMs) store.slowUntil = now + slowForMs;
    store.running.delete(request);
    runningCount -= 1;
    startWaitingRequests();
  }

  return {
    startLargeResponse: (storeId) => startLargeResponse(getOrCreateStore(storeId), { slowShare, clock }),
    async run(storeId, work) {
      const store = getOrCreateStore(storeId);
      const isFirst = store.waiting.size === 0;
      const request = isFirst && hasFreeSlot(store) ? takeSlot(store) : await waitForSlot(store);
      try {
        return await work();
      } finally {
        freeSlot(store, request);
      }
    },
  };
}
