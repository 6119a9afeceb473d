import { type Dispatcher, Pool } from "undici";
import { percentile } from "../percentile.ts";
import type { Fired, Load, LoadRequest } from "./load.ts";

interface Outcome {
  status: number;
  /** The reason why there is no response, or the start of the body of one that is not 200. */
  text: string;
}

/** A reader of a response to its end; only the body of a failure is kept. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #done: (outcome: Outcome) => void;
  #status = 0;
  #text = "";
  constructor(done: (outcome: Outcome) => void) {
    this.#done = done;
  }
  /** undici asks for it, also where there is nothing to do. */
  onRequestStart(): void {}
  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }
  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#status !== 200) this.#text += part.toString("utf8");
  }
  onResponseEnd(): void {
    this.#done({ status: this.#status, text: this.#text });
  }
  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#done({ status: 0, text: error.message });
  }
}

/** Send on every connection the next request as soon as the last is answered; a failure ends its connection. */
export async function fire(load: Load): Promise<Fired> {
  const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });
  const latencies: number[] = [];
  const failures: Outcome[] = [];
  const begin = performance.now();
  const end = begin + load.forMs;
  let next = 0;

  function send({ method, path, body }: LoadRequest, done: (outcome: Outcome) => void): void {
    const headers =
      body === undefined ? load.headers : { ...load.headers, "content-type": "application/json" };
    pool.dispatch({ method, path, headers, body: body ?? null }, new AnswerReader(done));
  }

  function keepSending(finish: () => void): void {
    const request = load.requests[next++ % load.requests.length];
    if (!request || performance.now() >= end) {
      finish();
      return;
    }
    const sent = performance.now();
    send(request, (outcome) => {
      if (outcome.status !== 200) {
        failures.push(outcome);
        finish();
        return;
      }
      latencies.push(performance.now() - sent);
      keepSending(finish);
    });
  }

  await Promise.all(Array.from({ length: load.connections }, () => new Promise<void>(keepSending)));
  const seconds = (performance.now() - begin) / 1000;
  await pool.close();
  const [first] = failures;
  return {
    perSecond: latencies.length / seconds,
    answers: latencies.length,
    failures: failures.length,
    firstFailure: first ? `${first.status} ${first.text}`.slice(0, 300) : null,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}
