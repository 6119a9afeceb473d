import { type Dispatcher, Pool } from "undici";
import { computePercentile } from "../percentile.ts";
import type { Load, LoadRequest, LoadResult } from "./load.ts";

interface ResponseResult {
  status: number;
  /** The error if there is no response, or the body if the status is not 200. */
  text: string;
}

/** Reads a response to its end and keeps the body only if the status is not 200. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #onResult: (result: ResponseResult) => void;
  #status = 0;
  #text = "";
  constructor(onResult: (result: ResponseResult) => void) {
    this.#onResult = onResult;
  }
  /** undici requires this method. */
  onRequestStart(): void {}
  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#status !== 200) this.#text += chunk.toString("utf8");
  }
  onResponseEnd(): void {
    this.#onResult({ status: this.#status, text: this.#text });
  }
  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#onResult({ status: 0, text: error.message });
  }
}

/** Send requests on every connection, each after the previous response. A connection stops sending after a failure. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });
  const latencies: number[] = [];
  const failures: ResponseResult[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + load.durationMs;
  let nextIndex = 0;

  function send({ method, path, body }: LoadRequest, onResult: (result: ResponseResult) => void): void {
    const headers =
      body === undefined ? load.headers : { ...load.headers, "content-type": "application/json" };
    pool.dispatch({ method, path, headers, body: body ?? null }, new ResponseReader(onResult));
  }

  function keepSending(finish: () => void): void {
    const request = load.requests[nextIndex++ % load.requests.length];
    if (!request || performance.now() >= endsAt) {
      finish();
      return;
    }
    const sentAt = performance.now();
    send(request, (result) => {
      if (result.status !== 200) {
        failures.push(result);
        finish();
        return;
      }
      latencies.push(performance.now() - sentAt);
      keepSending(finish);
    });
  }

  await Promise.all(Array.from({ length: load.connections }, () => new Promise<void>(keepSending)));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  const [firstFailure] = failures;
  return {
    perSecond: latencies.length / seconds,
    responseCount: latencies.length,
    failureCount: failures.length,
    firstFailure: firstFailure ? `${firstFailure.status} ${firstFailure.text}`.slice(0, 300) : null,
    p50Ms: computePercentile(latencies, 0.5),
    p99Ms: computePercentile(latencies, 0.99),
  };
}
