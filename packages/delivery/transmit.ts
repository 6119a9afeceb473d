import type { Clock } from "./clock.ts";
import { Deadline } from "./deadline.ts";
import { Exchange, type ExchangeBounds, type ExchangeResult } from "./exchange.ts";
import type { FileTarget } from "./file-sink.ts";
import type { Connection, OriginPool } from "./origin-pool.ts";
import { SendFailure } from "./send-failure.ts";
import type { SendLimits } from "./send-limits.ts";

export type SendRequest = {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Requests to one origin under different names here have connections of their own. */
  pool?: string;
  /**
   * The request must not reach the server twice: it goes on a connection that carried none before it, which the server cannot
   * have closed in the meantime, so that one that is reset is over.
   */
  once?: boolean;
  /** For all of the request, in milliseconds; 10 s unless said. */
  timeoutMs?: number;
  /**
   * When the answer itself is wanted and not only its status: so many bytes are read and kept, and the body may take as
   * long as the request. An answer that was cut has `complete: false`.
   */
  wantedBytes?: number;
  /**
   * Where the body of a 200 is written in place of memory; it may take as long as the request. Of what was cut, or broke off
   * (`complete: false`), a part may lie there: the caller removes it.
   */
  intoFile?: FileTarget;
};

export type Transmitted = Extract<ExchangeResult, { kind: "answered" }> & { startedAt: number };

/**
 * Sends one request over one of an origin's connections, and once more where that is allowed.
 *
 * @param url the parsed URL of the request, which may be called
 * @throws SendFailure when no answer began
 */
export async function transmit(
  pool: OriginPool,
  url: URL,
  request: SendRequest,
  limits: SendLimits,
  clock: Clock,
): Promise<Transmitted> {
  let connection = pool.take() ?? (await waitForSlot(pool, limits.slotMs));
  if (request.once === true && connection.answers > 0) connection = pool.replace(connection);
  let reusable = false;
  const startedAt = clock.now();
  const deadline = new Deadline(request.timeoutMs ?? limits.totalMs);

  const attempt = (isWritten: boolean): Promise<ExchangeResult> => {
    const exchange = new Exchange(boundsOf(request, limits), clock, isWritten);
    deadline.guard(() => exchange.giveUp());
    dispatch(connection, url, request, exchange);
    return exchange.result;
  };
  try {
    let result = await attempt(false);
    if (isWorthOneMore(result, connection) && !deadline.passed) {
      connection = pool.replace(connection);
      result = await attempt(result.kind === "failed" && result.failure.reason === "reset");
    }
    if (result.kind === "failed") throw result.failure;
    reusable = result.complete;
    return { ...result, startedAt };
  } finally {
    deadline.clear();
    pool.release(connection, reusable);
  }
}

function waitForSlot(pool: OriginPool, slotMs: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const stopWaiting = pool.wait((connection) => {
      clearTimeout(timer);
      resolve(connection);
    });
    const timer = setTimeout(() => {
      stopWaiting();
      reject(new SendFailure("busy"));
    }, slotMs);
  });
}

function boundsOf({ wantedBytes, intoFile, timeoutMs }: SendRequest, limits: SendLimits): ExchangeBounds {
  const { readBytes, keptBytes } = limits;
  if (intoFile) return { bodyMs: timeoutMs ?? limits.totalMs, readBytes, keptBytes, intoFile };
  if (wantedBytes === undefined) return limits;
  return { bodyMs: timeoutMs ?? limits.totalMs, readBytes: wantedBytes, keptBytes: wantedBytes };
}

function dispatch(
  { client }: Connection,
  url: URL,
  { method, headers, body }: SendRequest,
  exchange: Exchange,
): void {
  try {
    client.dispatch(
      {
        path: url.pathname + url.search,
        method,
        // Compressed answers are not asked for, and never unpacked: a small one could become a large one.
        headers: { ...headers, "accept-encoding": "identity" },
        body: body ?? null,
      },
      exchange,
    );
  } catch (error) {
    exchange.fail(error);
  }
}

/** A connect that failed, or a kept connection that the server had closed: nothing of an answer has come. */
function isWorthOneMore(result: ExchangeResult, connection: Connection): boolean {
  if (result.kind !== "failed") return false;
  const { reason } = result.failure;
  return reason === "connect" || (reason === "reset" && connection.answers > 0);
}
