import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The requests that a receiver got, sorted by arrival. Times are in milliseconds since 1970. */
export interface ReceivedRequests {
  arrivedAt: readonly number[];
  /** The time of each webhook's event from its `Service-Triggered-At` header; NaN without this header. */
  triggeredAt: readonly number[];
  /** The body of the first request. */
  body: string;
}

/** One server that receives the requests to all apps. */
export interface BenchReceiver {
  port: number;
  /** Return the number of different deliveries since the last `takeReceived`. */
  count(): Promise<number>;
  /** Return all requests since the last call, and clear them. */
  takeReceived(): Promise<ReceivedRequests>;
  stop(): Promise<void>;
}

/** Start a receiver in a separate process. */
export async function startBenchReceiver(): Promise<BenchReceiver> {
  const child = fork(join(import.meta.dirname, "receiver-process.ts"), { serialization: "advanced" });
  const exitEvent = once(child, "exit");
  const [port] = (await once(child, "message")) as [number];
  const requestFromProcess = async <T>(wantsRecords: boolean): Promise<T> => {
    child.send({ wantsRecords });
    const [response] = (await once(child, "message")) as [T];
    return response;
  };
  return {
    port,
    count: () => requestFromProcess<number>(false),
    takeReceived: () => requestFromProcess<ReceivedRequests>(true),
    async stop() {
      child.disconnect();
      await exitEvent;
    },
  };
}
