import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../median.ts";
import { percentile } from "../percentile.ts";
import type { PlatformProcess } from "../platform-process.ts";
import type { DeliveryGround } from "./delivery-ground.ts";
import { startPeer } from "./peer.ts";
import { type PeerName, peerNames } from "./sends.ts";

/** B5 and B9: how much is sent, and how. */
export interface RateOptions {
  /** Changes a round, each a delivery for every endpoint. */
  changes: number;
  rounds: number;
  /** Numbers of processes that send, each measured apart. */
  processes: readonly number[];
}

/** How many requests a second arrived: the medians over the rounds. */
export interface DeliveryRates {
  /** By the number of processes. */
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

/** Requests a second between the first and the last tenth: what begins and what ends is not the rate. */
function rateOf(arrived: readonly number[]): number {
  const [from, to] = [Math.floor(arrived.length * 0.1), Math.floor(arrived.length * 0.9) - 1];
  const ms = (arrived[to] ?? 0) - (arrived[from] ?? 0);
  return ((to - from) * 1_000) / Math.max(1, ms);
}

async function untilArrived(ground: DeliveryGround, count: number): Promise<number[]> {
  while ((await ground.receiver.count()) < count) await sleep(lookMs);
  return [...(await ground.receiver.received()).arrived];
}

/** Reads over the API from time to time while something else goes on. @returns how long each took, in milliseconds */
async function readMeanwhile(ground: DeliveryGround, work: Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  const reads: Promise<void>[] = [];
  while (!ended) {
    const begin = performance.now();
    reads.push(ground.read().then(() => void took.push(performance.now() - begin)));
    await sleep(readEveryMs);
  }
  await Promise.all(reads);
  return took;
}

/** Changes that are made before a round counts, so that every process has sent. */
const warmUpChanges = 5;

/** So many of them change side by side. */
const clients = 4;

async function changeAll(ground: DeliveryGround, changes: number): Promise<void> {
  let left = changes;
  const work = async (): Promise<void> => {
    while (left-- > 0) await ground.change();
  };
  await Promise.all(Array.from({ length: clients }, work));
}

/** Changes are made far faster than they are sent: while they are, numbering them is part of the work. */
async function soukRound(ground: DeliveryGround, { changes }: RateOptions, processes: number) {
  const { endpoints } = ground.targets;
  const senders: PlatformProcess[] = [];
  try {
    while (senders.length < processes) senders.push(await ground.startSender());
    await changeAll(ground, warmUpChanges);
    await untilArrived(ground, warmUpChanges * endpoints);
    const arriving = changeAll(ground, changes).then(() => untilArrived(ground, changes * endpoints));
    const took = await readMeanwhile(ground, arriving);
    return { rate: rateOf(await arriving), apiP99Ms: percentile(took, 0.99) };
  } finally {
    for (const sender of senders) await sender.stop();
  }
}

async function peerRound(
  ground: DeliveryGround,
  peer: PeerName,
  { count, body }: { count: number; body: string },
): Promise<number> {
  const { targets, peersUrl: databaseUrl } = ground;
  const sender = await startPeer({ peer, targets, count, body, databaseUrl });
  try {
    await sender.send();
    const { arrived } = await ground.receiver.received();
    return rateOf(arrived);
  } finally {
    await sender.stop();
  }
}

/** Measures the platform, a bare loop and two queues in turn, on one PostgreSQL and one receiver. */
export async function measureRates(ground: DeliveryGround, options: RateOptions): Promise<DeliveryRates> {
  const { changes, rounds, processes } = options;
  await ground.change();
  const sender = await ground.startSender();
  while ((await ground.receiver.count()) < ground.targets.endpoints) await sleep(lookMs);
  await sender.stop();
  // Every side sends the same: the body of a webhook as it is.
  const count = changes * ground.targets.endpoints;
  const { body } = await ground.receiver.received();
  const souk = new Map<number, number[]>(processes.map((number) => [number, []]));
  const peers: Record<PeerName, number[]> = { undici: [], "graphile-worker": [], "pg-boss": [] };
  const apiP99Ms: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const peer of peerNames) peers[peer].push(await peerRound(ground, peer, { count, body }));
    for (const number of processes) {
      const { rate, apiP99Ms: p99 } = await soukRound(ground, options, number);
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
