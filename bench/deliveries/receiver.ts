import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The requests that a receiver got, in order of arrival; times in milliseconds since 1970. */
export interface Received {
  arrived: readonly number[];
  /** When the event of each webhook had happened, by its header; NaN without one. */
  happened: readonly number[];
  /** The body of the first request. */
  body: string;
}

/** A receiver in place of the servers of all apps. */
export interface BenchReceiver {
  port: number;
  /** Return how many different deliveries came since `received`. */
  count(): Promise<number>;
  /** Return all deliveries that came since the last call. */
  received(): Promise<Received>;
  stop(): Promise<void>;
}

/** Start a receiver in a process of its own. */
export async function startBenchReceiver(): Promise<BenchReceiver> {
  const child = fork(join(import.meta.dirname, "receiver-process.ts"), { serialization: "advanced" });
  const ended = once(child, "exit");
  const [port] = (await once(child, "message")) as [number];
  const ask = async <T>(all: boolean): Promise<T> => {
    child.send({ all });
    const [answer] = (await once(child, "message")) as [T];
    return answer;
  };
  return {
    port,
    count: () => ask<number>(false),
    received: () => ask<Received>(true),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
