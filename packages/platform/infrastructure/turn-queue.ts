import { throwApiError } from "@souk/contract";

/** A queue that runs a few expensive jobs at a time. Owners take turns, so that one of them cannot delay the others. */
export interface TurnQueue {
  /**
   * Run the work when it is its owner's turn and a slot is free.
   * @param owner whose work it is, for example a store
   * @throws ApiError `unavailable` if too much work of the owner, or of all owners, is waiting
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** The limits of a queue. */
export interface TurnQueueLimits {
  /** The slots in which the work runs. Queues with the same slots take turns, too. */
  slots: TurnSlots;
  /** How many jobs of one owner run at a time. */
  maxRunningPerOwner: number;
  /** How many jobs of one owner may wait. */
  maxWaitingPerOwner: number;
  /** How many jobs may wait in all. One job of each owner may always wait, so that others cannot fill the queue for everybody. */
  maxWaiting: number;
}

/** When a client that is rejected should try again. */
const retryAfterSeconds = 5;

interface OwnerJobs {
  waiting: (() => void)[];
  runningCount: number;
}

/** The slots in which the jobs of one or more queues run. Queues that have the same slots share them. */
export interface TurnSlots {
  hasFreeSlot(): boolean;
  take(): void;
  /** Free a slot. Among the queues that have a job that can run, the queue whose turn comes first starts its job. */
  release(): void;
  /** Add a queue. @param startNext starts the queue's next job, and returns false if the queue has no job that can run */
  addQueue(startNext: () => boolean): void;
}

/** Create slots for queues. @param maxRunning how many jobs of all the queues together run at a time */
export function createTurnSlots(maxRunning: number): TurnSlots {
  // The queue whose turn is next comes first.
  const queues = new Set<() => boolean>();
  let runningCount = 0;
  return {
    hasFreeSlot: () => runningCount < maxRunning,
    take() {
      runningCount += 1;
    },
    release() {
      runningCount -= 1;
      for (const startNext of queues) {
        if (!startNext()) continue;
        queues.delete(startNext);
        queues.add(startNext);
        return;
      }
    },
    addQueue: (startNext) => void queues.add(startNext),
  };
}

/** Create a queue in which owners take turns. */
export function createTurnQueue({
  slots,
  maxRunningPerOwner,
  maxWaitingPerOwner,
  maxWaiting,
}: TurnQueueLimits): TurnQueue {
  // The owners with jobs. The owner whose turn is next comes first.
  const owners = new Map<string, OwnerJobs>();
  let waitingCount = 0;

  const canRun = (jobs: OwnerJobs): boolean => slots.hasFreeSlot() && jobs.runningCount < maxRunningPerOwner;

  function takeSlot(jobs: OwnerJobs): void {
    slots.take();
    jobs.runningCount += 1;
  }

  async function waitForTurn(jobs: OwnerJobs): Promise<void> {
    if (canRun(jobs)) {
      takeSlot(jobs);
      return;
    }
    const { length } = jobs.waiting;
    if (length >= maxWaitingPerOwner || (length > 0 && waitingCount >= maxWaiting))
      throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
    waitingCount += 1;
    await new Promise<void>((resolve) => jobs.waiting.push(resolve));
  }

  /** Start the next waiting job, and move its owner behind the others. @returns false if no job can run */
  function startNextJob(): boolean {
    for (const [owner, jobs] of owners) {
      if (!canRun(jobs)) continue;
      const startJob = jobs.waiting.shift();
      if (startJob === undefined) continue;
      waitingCount -= 1;
      owners.delete(owner);
      owners.set(owner, jobs);
      takeSlot(jobs);
      startJob();
      return true;
    }
    return false;
  }

  slots.addQueue(startNextJob);
  return {
    async run(owner, work) {
      const jobs = owners.get(owner) ?? { waiting: [], runningCount: 0 };
      owners.set(owner, jobs);
      await waitForTurn(jobs);
      try {
        return await work();
      } finally {
        jobs.runningCount -= 1;
        slots.release();
        if (jobs.runningCount === 0 && jobs.waiting.length === 0) owners.delete(owner);
      }
    },
  };
}
