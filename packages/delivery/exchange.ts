import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { Clock } from "./clock.ts";
import { FileSink, type FileTarget } from "./file-sink.ts";
import { SendFailure, toFailure } from "./send-failure.ts";

/** The result of one request on one connection. */
export type ExchangeResult =
  | {
      kind: "answered";
      status: number;
      headers: IncomingHttpHeaders;
      /** Milliseconds since 1970. */
      headersAt: number;
      bytes: Buffer;
      /** Whether the body was read to its end; only then can the connection be reused. */
      complete: boolean;
    }
  | { kind: "failed"; failure: SendFailure };

export type ExchangeBounds = {
  bodyMs: number;
  readBytes: number;
  keptBytes: number;
  /** The file for the body of a 200. */
  intoFile?: FileTarget;
};

/**
 * Handles undici's callbacks for one request. `result` settles once; later callbacks are ignored.
 *
 * The status counts as soon as the headers have arrived, even if the body drips, floods or breaks off. An exchange that
 * was given up leaves its connection in use: the caller destroys the connection, which also stops a request that still
 * waits for it.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  readonly #bounds: ExchangeBounds;
  readonly #clock: Clock;
  readonly #settle: (result: ExchangeResult) => void;
  readonly #reject: (error: unknown) => void;
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

  /**
   * @param isWritten whether the request was already sent on a connection that was lost; the server may have received it
   */
  constructor(bounds: ExchangeBounds, clock: Clock, isWritten = false) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#isWritten = isWritten;
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResult>();
    this.result = promise;
    this.#settle = resolve;
    this.#reject = reject;
  }

  /**
   * End the wait: with the status if the headers have arrived, otherwise with a timeout.
   */
  giveUp(): void {
    this.#end(false, () => new SendFailure(this.#isWritten ? "timeout" : "connect_timeout"));
  }

  /** End the wait with an error. */
  fail(error: unknown): void {
    this.#end(false, () => toFailure(error));
  }

  // Called when the request is written to the connection.
  onRequestStart(): void {
    this.#isWritten = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Called for every 1xx response too.
    if (this.#settled || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#headersAt = this.#clock.now();
    // undici's body timeout restarts with each chunk; this timer does not.
    this.#bodyTimer = setTimeout(() => this.giveUp(), this.#bounds.bodyMs);
    const { intoFile } = this.#bounds;
    if (intoFile === undefined || status !== 200) return;
    // A body with a content-length above the limit is not read.
    if (Number(headers["content-length"] ?? 0) > intoFile.maxBytes) this.giveUp();
    else this.#sink = new FileSink(intoFile);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#sink) {
      const canContinue = this.#sink.write(chunk, () => {
        if (!this.#settled) controller.resume();
      });
      if (this.#sink.isFull) this.giveUp();
      else if (!canContinue) controller.pause();
      return;
    }
    const room = this.#bounds.keptBytes - this.#keptBytes;
    if (room > 0) {
      // Copied, because a view would keep the chunk's whole buffer in memory.
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

  // The failure is created only if needed: creating an error captures its stack, which is slow.
  #end(complete: boolean, createFailure: () => SendFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#bodyTimer);
    if (this.#status === 0) {
      this.#settle({ kind: "failed", failure: createFailure() });
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
    else this.#sink.close().then(() => this.#settle(result), this.#reject);
  }
}
