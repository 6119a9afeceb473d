import { setTimeout as sleep } from "node:timers/promises";
import { median, percentile } from "../percentile.ts";
import type { PlatformProcess } from "../platform-process.ts";
import type { DeliveryFixture } from "./delivery-fixture.ts";
import { startPeer } from "./peer.ts";
import { type PeerName, peerNames } from "./sends.ts";

/** The options of B5 and B9. */
export interface RateOptions {
  /** Changes a round, each a delivery for every endpoint. */
  changes: number;
  rounds: number;
  /** Numbers of processes that send, each measured apart. */
  processes: readonly number[];
}

/** The requests per second that arrived: the medians over the rounds. */
export interface DeliveryRates {
  /** The rates by the number of processes. */
  souk: ReadonlyMap<number, number>;
  peers: Readonly<Record<PeerName, number>>;
  /** Souk's rate with one process divided by the bare loop's of the same round: the median, the least and the greatest. */
  ratio: number;
  lowest: number;
  highest: number;
  /** The API while one process sends: the 99th percentile of a read every 20 ms, in milliseconds. */
  apiP99Ms: number;
}

const lookMs = 100;
const readEveryMs = 20;

/** Return the requests per second between the first and the last tenth: start and end are not the rate. */
function computeRate(arrived: readonly number[]): number {
  const [from, to] = [Math.floor(arrived.length * 0.1), Math.floor(arrived.length * 0.9) - 1];
  const ms = (arrived[to] ?? 0) - (arrived[from] ?? 0);
  return ((to - from) * 1_000) / Math.max(1, ms);
}

async function untilArrived(fixture: DeliveryFixture, count: number): Promise<number[]> {
  while ((await fixture.receiver.count()) < count) await sleep(lookMs);
  return [...(await fixture.receiver.received()).arrived];
}

/**
 * Read over the API from time to time during other work. @returns how long each read took, in milliseconds
 */
async function readMeanwhile(fixture: DeliveryFixture, work: Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  const reads: Promise<void>[] = [];
  while (!ended) {
    const begin = performance.now();
    reads.push(fixture.read().then(() => void took.push(performance.now() - begin)));
    await sleep(readEveryMs);
  }
  await Promise.all(reads);
  return took;
}

/** Changes that are made before a round counts, so that every process has sent. */
const warmUpChanges = 5;

/** The number of clients that make changes in parallel. */
const clients = 4;

async function changeAll(fixture: DeliveryFixture, changes: number): Promise<void> {
  let left = changes;
  const work = async (): Promise<void> => {
    while (left-- > 0) await fixture.change();
  };
  await Promise.all(Array.from({ length: clients }, work));
}

/**
 * Run one round of the platform. Changes are made far faster than they are sent, so numbering them is part of the work.
 */
async function soukRound(fixture: DeliveryFixture, { changes }: RateOptions, processes: number) {
  const { endpoints } = fixture.targets;
  const senders: PlatformProcess[] = [];
  try {
    while (senders.length < processes) senders.push(await fixture.startSender());
    await changeAll(fixture, warmUpChanges);
    await untilArrived(fixture, warmUpChanges * endpoints);
    const arriving = changeAll(fixture, changes).then(() => untilArrived(fixture, changes * endpoints));
    const took = await readMeanwhile(fixture, arriving);
    return { rate: computeRate(await arriving), apiP99Ms: percentile(took, 0.99) };
  } finally {
    for (const sender of senders) await sender.stop();
  }
}

async function peerRound(
  fixture: DeliveryFixture,
  peer: PeerName,
  { count, body }: { count: number; body: string },
): Promise<number> {
  const { targets, peersUrl: databaseUrl } = fixture;
  const sender = await startPeer({ peer, targets, count, body, databaseUrl });
  try {
    await sender.send();
    const { arrived } = await fixture.receiver.received();
    return computeRate(arrived);
  } finally {
    await sender.stop();
  }
}

/** Measure the platform, a bare loop and two queues in turn, on one PostgreSQL and one receiver. */
export async function measureRates(fixture: DeliveryFixture, options: RateOptions): Promise<DeliveryRates> {
  const { changes, rounds, processes } = options;
  await fixture.change();
  const sender = await fixture.startSender();
  while ((await fixture.receiver.count()) < fixture.targets.endpoints) await sleep(lookMs);
  await sender.stop();
  // Every side sends the same: the body of a webhook as it is.
  const count = changes * fixture.targets.endpoints;
  const { body } = await fixture.receiver.received();
  const souk = new Map<number, number[]>(processes.map((number) => [number, []]));
  const peers: Record<PeerName, number[]> = { undici: [], "graphile-worker": [], "pg-boss": [] };
  const apiP99Ms: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const peer of peerNames) peers[peer].push(await peerRound(fixture, peer, { count, body }));
    for (const number of processes) {
      const { rate, apiP99Ms: p99 } = await soukRound(fixture, options, number);
      souk.get(number)?.push(rate);
      if (number === 1) apiP99Ms.push(p99);
    }
  }
  const ratios = (souk.get(1) ?? []).map((rate, round) => rate / (peers.undici[round] ?? 1));
  return {
    souk: new Map([...souk].map(([number, rates]) => [number, median(rates)])),
    peers: {
      undici: median(peers.undici),
      "graphile-worker": median(peers["graphile-worker"]),
      "pg-boss": median(peers["pg-boss"]),
    },
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    apiP99Ms: median(apiP99Ms),
  };
}
