import type { Clock } from "../runtime/clock.ts";
import { createSharedClock } from "./shared-clock.ts";
import {
  createStoreWork,
  endRequest,
  isIdle,
  isSlow,
  type RunningRequest,
  type StoreWork,
  startLargeResponse,
  startRequest,
  type Times,
} from "./store-work.ts";

/** The store and the caller for which a request does work. */
export interface WorkOwner {
  /** The id of the store. For a request outside of stores, a text that names the account, which has a share like a store. */
  share: number | string;
  /** Names the app or the account that sent the request. The callers of a store take turns. */
  caller: string;
}

/**
 * The database work of requests, shared among stores. A store has at most three quarters of the slots, so a store with little
 * work always finds a free slot. A store counts as slow after one of its requests did over 100 ms of work. While other stores
 * have work too, a slow store has at most a quarter of the slots, and fewer slots than there are cores, but at least two.
 * Waiting stores take turns, and so do the callers of each store.
 */
export interface WorkShares {
  /**
   * Run a request's work as soon as its store has a free slot. A batched read needs no slot while connections are free and its store
   * is not slow, because it shares its statement with the other batched reads of the store.
   * @throws ApiError `unavailable` if too many requests of the store are waiting, or if this one has waited for 10 s
   */
  run<T>(owner: WorkOwner, work: () => Promise<T>, options?: RunOptions): Promise<T>;
  /**
   * Wait until the store may send one more large response to this caller. A store sends at most one large response at a time for
   * each slot that a slow store has, so the memory for large responses is bounded. At most half of these responses go to one
   * caller. The store counts as slow for 10 s after this call.
   * @returns a function that must be called when the response has ended; only its first call has an effect
   * @throws ApiError `unavailable` as `run` does
   */
  startLargeResponse(owner: WorkOwner): Promise<() => void>;
  /** Return whether a request has started within the last second. */
  isBusy(): boolean;
}

export interface RunOptions {
  isBatchedRead?: boolean;
  /** Called when the work has ended, also if it failed, with the time in ms that it took on the shared clock. */
  onEnd?(ms: number): void;
}

/** How much work is done at a time. */
export interface WorkLimits {
  /** How many requests work on the database at a time. */
  slots: number;
  cores: number;
  /** See `SharedClockOptions`. */
  maxTurnMs?: number;
  /** Return whether connections are free beyond those that other work may need at once. Absent if there are never free ones. */
  hasFreeConnections?: () => boolean;
}

const maxKnownStores = 1_000;
/** The process counts as busy for this time after the start of a request. */
const busyForMs = 1_000;
/** A store counts as active for this time after the start of a request. */
const activeForMs = 10_000;

/** Find the store that has the fewest running requests among those that may start one. */
function findNextStore(
  waitingStores: ReadonlySet<StoreWork>,
  hasFreeSlot: (store: StoreWork) => boolean,
): StoreWork | undefined {
  let nextStore: StoreWork | undefined;
  for (const store of waitingStores) {
    const hasFewerRequests = nextStore === undefined || store.slotCount < nextStore.slotCount;
    if (hasFewerRequests && hasFreeSlot(store)) nextStore = store;
  }
  return nextStore;
}

/** Which stores have sent requests lately. */
interface StoreActivity {
  recordRequest(store: StoreWork): void;
  /** Return whether another store has sent a request within the last 10 s. */
  isOtherActive(store: StoreWork): boolean;
  /** Return whether any store has sent a request within the last second. */
  isBusy(): boolean;
}

function createStoreActivity(clock: Clock): StoreActivity {
  let last: { store: StoreWork | null; at: number } = { store: null, at: Number.NEGATIVE_INFINITY };
  // The last request of a store other than the store of `last`.
  let lastOfOthers = last;
  return {
    recordRequest(store) {
      if (last.store !== store) lastOfOthers = last;
      last = { store, at: clock.now() };
    },
    isOtherActive: (store) => clock.now() - (last.store === store ? lastOfOthers : last).at < activeForMs,
    isBusy: () => clock.now() - last.at < busyForMs,
  };
}

/** Create the slots, which stores take and free. */
function createSlots(
  { slots, cores, maxTurnMs, hasFreeConnections }: WorkLimits,
  clock: Clock,
  activity: StoreActivity,
) {
  const quarter = Math.max(1, Math.floor(slots / 4));
  const maxSlotsOfStore = Math.max(1, slots - quarter);
  // One core is left to requests that are not slow. A slow store has two slots or more, so that one request that waits for a lock
  // does not stop the store.
  const maxSlotsOfSlowStore = Math.min(maxSlotsOfStore, Math.max(2, Math.min(quarter, cores - 1)));
  const sharedClock = createSharedClock(clock, { cores, ...(maxTurnMs !== undefined && { maxTurnMs }) });
  const getTimes = (): Times => ({ now: clock.now(), sharedNow: sharedClock.now() });
  let takenCount = 0;
  let runningCount = 0;
  const changeCounts = (request: RunningRequest, change: 1 | -1): void => {
    runningCount += change;
    if (request.hasSlot) takenCount += change;
    sharedClock.setRunningCount(runningCount);
  };
  return {
    maxSlotsOfSlowStore,
    getTimes,
    hasFreeSlot(store: StoreWork): boolean {
      if (takenCount >= slots || store.slotCount >= maxSlotsOfStore) return false;
      // All slow stores together leave a quarter of the slots to other stores.
      const mustLeaveSlots = isSlow(store, getTimes()) && activity.isOtherActive(store);
      return !mustLeaveSlots || (takenCount < maxSlotsOfStore && store.slotCount < maxSlotsOfSlowStore);
    },
    needsNoSlot: (store: StoreWork): boolean => hasFreeConnections?.() === true && !isSlow(store, getTimes()),
    start(store: StoreWork, { hasSlot }: { hasSlot: boolean }): RunningRequest {
      const request = startRequest(store, { startedAt: sharedClock.now(), hasSlot });
      changeCounts(request, 1);
      return request;
    },
    /** End a request, and free its slot if it has one. @returns the time that it took, in ms */
    end(store: StoreWork, request: RunningRequest): number {
      const ms = endRequest(store, request, getTimes());
      changeCounts(request, -1);
      return ms;
    },
  };
}

/** Create the shares of all stores. */
export function createWorkShares(limits: WorkLimits, clock: Clock): WorkShares {
  const activity = createStoreActivity(clock);
  const slots = createSlots(limits, clock, activity);
  const stores = new Map<WorkOwner["share"], StoreWork>();
  // The store whose turn is next comes first.
  const waitingStores = new Set<StoreWork>();

  function getOrCreateStore({ share }: WorkOwner): StoreWork {
    const existingStore = stores.get(share);
    if (existingStore) return existingStore;
    const times = slots.getTimes();
    if (stores.size >= maxKnownStores)
      for (const [id, store] of stores) if (isIdle(store) && !isSlow(store, times)) stores.delete(id);
    const newStore = createStoreWork({ maxLargeResponses: slots.maxSlotsOfSlowStore });
    stores.set(share, newStore);
    return newStore;
  }

  function startWaitingRequests(): void {
    const findNext = () => findNextStore(waitingStores, slots.hasFreeSlot);
    for (let store = findNext(); store !== undefined; store = findNext()) {
      // The store moves behind the others, so that stores with equally many running requests take turns.
      waitingStores.delete(store);
      if (store.waiting.size > 1) waitingStores.add(store);
      const waitingStore = store;
      store.waiting.serveNext(() => slots.start(waitingStore, { hasSlot: true }));
    }
  }

  function waitForSlot(store: StoreWork, caller: string): Promise<RunningRequest> {
    const slot = store.waiting.wait(caller);
    waitingStores.add(store);
    return slot;
  }

  /** Start a request if it needs no slot or a slot is free. Otherwise return null. */
  function startAtOnce(store: StoreWork, isBatchedRead: boolean): RunningRequest | null {
    if (isBatchedRead && slots.needsNoSlot(store)) return slots.start(store, { hasSlot: false });
    const mayTakeSlot = store.waiting.size === 0 && slots.hasFreeSlot(store);
    return mayTakeSlot ? slots.start(store, { hasSlot: true }) : null;
  }

  return {
    async run(owner, work, { isBatchedRead = false, onEnd } = {}) {
      const store = getOrCreateStore(owner);
      activity.recordRequest(store);
      const request = startAtOnce(store, isBatchedRead) ?? (await waitForSlot(store, owner.caller));
      try {
        return await work();
      } finally {
        const ms = slots.end(store, request);
        startWaitingRequests();
        onEnd?.(ms);
      }
    },
    isBusy: activity.isBusy,
    startLargeResponse: (owner) =>
      startLargeResponse(getOrCreateStore(owner), { caller: owner.caller, now: clock.now() }),
  };
}
