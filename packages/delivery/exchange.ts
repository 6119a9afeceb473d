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
      /** When the headers arrived, in milliseconds since 1970. */
      headersAt: number;
      bytes: Buffer;
      /** Whether the body was read to its end; only then can the connection be reused. */
      complete: boolean;
    }
  | { kind: "failed"; failure: SendFailure };

export type ExchangeBounds = {
  /** The maximum time from the headers to the end of the body, in milliseconds. */
  bodyMs: number;
  /** Reading stops after this many bytes of the body. */
  maxReadBytes: number;
  /** How many bytes of the body are kept for the result. */
  maxKeptBytes: number;
  /** The file for the body of a response with status 200. */
  intoFile?: FileTarget;
};

/**
 * Handles undici's callbacks for one request. `result` settles once; later callbacks are ignored.
 *
 * The status counts as soon as the headers have arrived, even if the body arrives very slowly, is endless or breaks off.
 * After a timeout the connection is still in use. The caller destroys the connection, which also stops a request
 * that still waits to be written to it.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  readonly #bounds: ExchangeBounds;
  readonly #clock: Clock;
  readonly #settle: (result: ExchangeResult) => void;
  readonly #reject: (error: unknown) => void;
  #isSettled = false;
  #isWritten: boolean;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #headersAt = 0;
  #keptChunks: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  #bodyTimer: NodeJS.Timeout | undefined;
  #sink: FileSink | undefined;

  /**
   * @param isWritten whether the request was already sent on an earlier connection that was lost; if so, the server may have
   * received it
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
   * End the exchange before the end of the body, after a timeout or at a size limit. The result is the response's status if the headers
   * have arrived, otherwise a timeout.
   */
  endEarly(): void {
    this.#end(false, () => new SendFailure(this.#isWritten ? "timeout" : "connect_timeout"));
  }

  /** End the exchange because of an error. The result is the response's status if the headers have arrived. */
  fail(error: unknown): void {
    this.#end(false, () => toFailure(error));
  }

  // undici calls this when it writes the request to the connection.
  onRequestStart(): void {
    this.#isWritten = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // undici also calls this for 1xx responses.
    if (this.#isSettled || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#headersAt = this.#clock.now();
    // undici's body timeout restarts with each chunk; this timer does not.
    this.#bodyTimer = setTimeout(() => this.endEarly(), this.#bounds.bodyMs);
    const { intoFile } = this.#bounds;
    if (intoFile === undefined || status !== 200) return;
    // If the content-length is above the limit, the body is not read.
    if (Number(headers["content-length"] ?? 0) > intoFile.maxBytes) this.endEarly();
    else this.#sink = new FileSink(intoFile);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    if (this.#sink) {
      const canContinue = this.#sink.write(chunk, () => {
        if (!this.#isSettled) controller.resume();
      });
      if (this.#sink.isOverLimit) this.endEarly();
      else if (!canContinue) controller.pause();
      return;
    }
    const room = this.#bounds.maxKeptBytes - this.#keptBytes;
    if (room > 0) {
      // The bytes are copied, because a view would keep the chunk's whole buffer in memory.
      const bytes = Buffer.from(chunk.subarray(0, room));
      this.#keptChunks.push(bytes);
      this.#keptBytes += bytes.length;
    }
    this.#readBytes += chunk.length;
    if (this.#readBytes > this.#bounds.maxReadBytes) this.endEarly();
  }

  onResponseEnd(): void {
    this.#end(true, () => new SendFailure("invalid_http"));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  // The failure is created only if needed: creating an error captures its stack, which is slow.
  #end(complete: boolean, createFailure: () => SendFailure): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
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
      bytes: Buffer.concat(this.#keptChunks),
      complete,
    };
    if (this.#sink === undefined) this.#settle(result);
    else this.#sink.close().then(() => this.#settle(result), this.#reject);
  }
}
