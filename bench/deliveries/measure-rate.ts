import { setTimeout as sleep } from "node:timers/promises";
import { computeMedian, computePercentile } from "../percentile.ts";
import type { PlatformProcess } from "../platform-process.ts";
import type { DeliveryFixture } from "./delivery-fixture.ts";
import { startPeer } from "./peer.ts";
import { type PeerName, peerNames } from "./targets.ts";

/** The options of B5 (the delivery rate of one sending process) and of B9 (the rate of several processes). */
export interface RateOptions {
  /** The number of stock changes per round. Each change causes one delivery per endpoint. */
  changes: number;
  rounds: number;
  /** The numbers of sending processes to measure. The rate is measured separately for each number. */
  processCounts: readonly number[];
}

/** The requests per second that arrived at the receiver, as medians over the rounds. */
export interface DeliveryRates {
  /** Souk's rate by the number of sending processes. */
  souk: ReadonlyMap<number, number>;
  peers: Readonly<Record<PeerName, number>>;
  /** Souk's rate with one process divided by the bare loop's rate in the same round, as the median over the rounds. */
  ratio: number;
  /** The lowest ratio of a round. */
  lowest: number;
  /** The highest ratio of a round. */
  highest: number;
  /** The 99th percentile of the duration of API reads while one process sends webhooks, in milliseconds. */
  apiP99Ms: number;
}

/** Milliseconds between two checks whether all deliveries have arrived. */
const pollMs = 100;
/** Milliseconds between two reads through the API. */
const readIntervalMs = 20;

/** Compute the requests per second, without the first and the last tenth of the requests, during which the rate is lower. */
function computeRate(arrivedAt: readonly number[]): number {
  const [from, to] = [Math.floor(arrivedAt.length * 0.1), Math.floor(arrivedAt.length * 0.9) - 1];
  const ms = (arrivedAt[to] ?? 0) - (arrivedAt[from] ?? 0);
  return ((to - from) * 1_000) / Math.max(1, ms);
}

async function waitUntilArrived(fixture: DeliveryFixture, count: number): Promise<number[]> {
  while ((await fixture.receiver.count()) < count) await sleep(pollMs);
  return [...(await fixture.receiver.takeReceived()).arrivedAt];
}

/** Read through the API at intervals until other work has ended. @returns the duration of each read, in milliseconds */
async function readDuring(fixture: DeliveryFixture, work: Promise<unknown>): Promise<number[]> {
  const readTimes: number[] = [];
  let hasEnded = false;
  const markEnd = () => {
    hasEnded = true;
  };
  work.then(markEnd, markEnd);
  const reads: Promise<void>[] = [];
  while (!hasEnded) {
    const startedAt = performance.now();
    reads.push(fixture.readProduct().then(() => void readTimes.push(performance.now() - startedAt)));
    await sleep(readIntervalMs);
  }
  await Promise.all(reads);
  return readTimes;
}

/** The number of stock changes before each round, so that every process has sent webhooks before the measurement. */
const warmUpChanges = 5;

/** The number of clients that change stock in parallel. */
const clientCount = 4;

async function changeStockRepeatedly(fixture: DeliveryFixture, changes: number): Promise<void> {
  let remainingCount = changes;
  const runClient = async (): Promise<void> => {
    while (remainingCount-- > 0) await fixture.changeStock();
  };
  await Promise.all(Array.from({ length: clientCount }, runClient));
}

/**
 * Run one round of the platform. The clients change stock far faster than webhooks are sent. The senders therefore number events
 * during the whole round, and the measured rate includes that work.
 */
async function runSoukRound(fixture: DeliveryFixture, { changes }: RateOptions, processCount: number) {
  const { endpointCount } = fixture.targets;
  const senders: PlatformProcess[] = [];
  try {
    while (senders.length < processCount) senders.push(await fixture.startSender());
    await changeStockRepeatedly(fixture, warmUpChanges);
    await waitUntilArrived(fixture, warmUpChanges * endpointCount);
    const arrivals = changeStockRepeatedly(fixture, changes).then(() =>
      waitUntilArrived(fixture, changes * endpointCount),
    );
    const readTimes = await readDuring(fixture, arrivals);
    return { rate: computeRate(await arrivals), apiP99Ms: computePercentile(readTimes, 0.99) };
  } finally {
    for (const sender of senders) await sender.stop();
  }
}

async function runPeerRound(
  fixture: DeliveryFixture,
  peer: PeerName,
  { count, body }: { count: number; body: string },
): Promise<number> {
  const { targets, queuesUrl } = fixture;
  const sender = await startPeer({ peer, targets, count, body, databaseUrl: queuesUrl });
  try {
    await sender.send();
    const { arrivedAt } = await fixture.receiver.takeReceived();
    return computeRate(arrivedAt);
  } finally {
    await sender.stop();
  }
}

/** Measure the platform and its peers (a bare loop and two job queues) in turn, with one PostgreSQL and one receiver. */
export async function measureRates(fixture: DeliveryFixture, options: RateOptions): Promise<DeliveryRates> {
  const { changes, rounds, processCounts } = options;
  await fixture.changeStock();
  const sender = await fixture.startSender();
  while ((await fixture.receiver.count()) < fixture.targets.endpointCount) await sleep(pollMs);
  await sender.stop();
  // Souk and all peers send the same body, which is the body of a real webhook.
  const count = changes * fixture.targets.endpointCount;
  const { body } = await fixture.receiver.takeReceived();
  const souk = new Map<number, number[]>(processCounts.map((processCount) => [processCount, []]));
  const peers: Record<PeerName, number[]> = { undici: [], "graphile-worker": [], "pg-boss": [] };
  const apiP99Ms: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const peer of peerNames) peers[peer].push(await runPeerRound(fixture, peer, { count, body }));
    for (const processCount of processCounts) {
      const soukRound = await runSoukRound(fixture, options, processCount);
      souk.get(processCount)?.push(soukRound.rate);
      if (processCount === 1) apiP99Ms.push(soukRound.apiP99Ms);
    }
  }
  const ratios = (souk.get(1) ?? []).map((rate, round) => rate / (peers.undici[round] ?? 1));
  return {
    souk: new Map([...souk].map(([processCount, rates]) => [processCount, computeMedian(rates)])),
    peers: {
      undici: computeMedian(peers.undici),
      "graphile-worker": computeMedian(peers["graphile-worker"]),
      "pg-boss": computeMedian(peers["pg-boss"]),
    },
    ratio: computeMedian(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    apiP99Ms: computeMedian(apiP99Ms),
  };
}
