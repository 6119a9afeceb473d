import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { Clock } from "./clock.ts";
import { FileSink, type FileTarget } from "./file-sink.ts";
import { failureOf, SendFailure } from "./send-failure.ts";

/** What one request on one connection came to. */
export type ExchangeResult =
  | {
      kind: "answered";
      status: number;
      headers: IncomingHttpHeaders;
      /** Milliseconds since 1970. */
      headersAt: number;
      bytes: Buffer;
      /** The body was read to its end; only then can the connection be used again. */
      complete: boolean;
    }
  | { kind: "failed"; failure: SendFailure };

export type ExchangeBounds = {
  bodyMs: number;
  readBytes: number;
  keptBytes: number;
  /** Where the body of a 200 goes. */
  intoFile?: FileTarget;
};

/**
 * Listens to one request and answers once, whatever undici still reports afterwards.
 *
 * The status decides as soon as the headers are in: a body that drips, floods or breaks off changes nothing any more. An
 * exchange that did not end by itself leaves its connection in use: whoever waited for it destroys the connection, which
 * also stops a request that was still waiting to be connected.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  readonly #bounds: ExchangeBounds;
  readonly #clock: Clock;
  readonly #settle: (result: ExchangeResult) => void;
  readonly #fault: (error: unknown) => void;
  #settled = false;
  #isWritten: boolean;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #headersAt = 0;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  #bodyTimer: NodeJS.Timeout | undefined;
  #sink: FileSink | undefined;

  /** @param isWritten whether the request left before, on a connection that was lost: the other side may have it */
  constructor(bounds: ExchangeBounds, clock: Clock, isWritten = false) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#isWritten = isWritten;
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResult>();
    this.result = promise;
    this.#settle = resolve;
    this.#fault = reject;
  }

  /** Ends the wait: with the status when it is known, as a timeout when not, told apart by whether the request had left. */
  giveUp(): void {
    this.#end(false, () => new SendFailure(this.#isWritten ? "timeout" : "connect_timeout"));
  }

  /** Ends the wait with an error that came before the request was taken. */
  fail(error: unknown): void {
    this.#end(false, () => failureOf(error));
  }

  // Called when there is a connection and the request goes out on it.
  onRequestStart(): void {
    this.#isWritten = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx comes here too, as often as the server likes.
    if (this.#settled || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#headersAt = this.#clock.now();
    // undici's body timer starts again with each chunk; this one does not.
    this.#bodyTimer = setTimeout(() => this.giveUp(), this.#bounds.bodyMs);
    const { intoFile } = this.#bounds;
    if (intoFile === undefined || status !== 200) return;
    // What is told to be too long is not waited for.
    if (Number(headers["content-length"] ?? 0) > intoFile.maxBytes) this.giveUp();
    else this.#sink = new FileSink(intoFile);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#sink) {
      const goesOn = this.#sink.write(chunk, () => {
        if (!this.#settled) controller.resume();
      });
      if (this.#sink.isFull) this.giveUp();
      else if (!goesOn) controller.pause();
      return;
    }
    const room = this.#bounds.keptBytes - this.#keptBytes;
    if (room > 0) {
      // A copy: the chunk is a view into a buffer that would stay in memory as long as the kept part.
      const part = Buffer.from(chunk.subarray(0, room));
      this.#kept.push(part);
      this.#keptBytes += part.length;
    }
    this.#readBytes += chunk.length;
    if (this.#readBytes > this.#bounds.readBytes) this.giveUp();
  }

  onResponseEnd(): void {
    this.#end(true, () => new SendFailure("invalid_http"));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  // The failure comes as a function: an error takes its stack when it is made, and most exchanges need none.
  #end(complete: boolean, failure: () => SendFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#bodyTimer);
    if (this.#status === 0) {
      this.#settle({ kind: "failed", failure: failure() });
      return;
    }
    const result: ExchangeResult = {
      kind: "answered",
      status: this.#status,
      headers: this.#headers,
      headersAt: this.#headersAt,
      bytes: Buffer.concat(this.#kept),
      complete,
    };
    if (this.#sink === undefined) this.#settle(result);
    else this.#sink.close().then(() => this.#settle(result), this.#fault);
  }
}
