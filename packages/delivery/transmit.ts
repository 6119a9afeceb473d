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
  /** The name of a connection pool. Requests to one origin with different pool names do not share connections. */
  pool?: string;
  /**
   * Whether the request must not reach the server twice. If so, it is sent on a new connection, which the server cannot have
   * closed unnoticed, and is not retried after a reset.
   */
  once?: boolean;
  /** The limit for the whole request, in milliseconds; 10 s by default. */
  timeoutMs?: number;
  /**
   * The number of response bytes to read and keep. The body may then take as long as the whole request. A truncated
   * response has `complete: false`.
   */
  maxBytes?: number;
  /**
   * The file that the body of a response with status 200 is written to. The body may then take as long as the whole request. A
   * truncated or interrupted body (`complete: false`) may leave a partial file, which the caller removes.
   */
  intoFile?: FileTarget;
};

export type TransmitResult = Extract<ExchangeResult, { kind: "answered" }> & { startedAt: number };

/**
 * Send one request over one of an origin's connections, and retry it once if `canRetry` allows it.
 *
 * @param url the parsed and checked URL of the request
 * @throws SendFailure if no response started
 */
export async function transmit(
  pool: OriginPool,
  url: URL,
  request: SendRequest,
  limits: SendLimits,
  clock: Clock,
): Promise<TransmitResult> {
  let connection = pool.acquire() ?? (await waitForFreeConnection(pool, limits.slotMs));
  if (request.once === true && connection.responseCount > 0) connection = pool.replace(connection);
  let isReusable = false;
  const startedAt = clock.now();
  const deadline = new Deadline(request.timeoutMs ?? limits.totalMs);

  const attempt = ({ wasSentBefore }: { wasSentBefore: boolean }): Promise<ExchangeResult> => {
    const exchange = new Exchange(computeBounds(request, limits), clock, wasSentBefore);
    deadline.setAction(() => exchange.endEarly());
    dispatch(connection, url, request, exchange);
    return exchange.result;
  };
  try {
    let result = await attempt({ wasSentBefore: false });
    if (canRetry(result, connection) && !deadline.hasPassed) {
      connection = pool.replace(connection);
      const wasSentBefore = result.kind === "failed" && result.failure.reason === "reset";
      result = await attempt({ wasSentBefore });
    }
    if (result.kind === "failed") throw result.failure;
    isReusable = result.complete;
    return { ...result, startedAt };
  } finally {
    deadline.clear();
    pool.release(connection, isReusable);
  }
}

function waitForFreeConnection(pool: OriginPool, slotMs: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const stopWaiting = pool.waitForConnection((connection) => {
      clearTimeout(timer);
      resolve(connection);
    });
    const timer = setTimeout(() => {
      stopWaiting();
      reject(new SendFailure("busy"));
    }, slotMs);
  });
}

function computeBounds({ maxBytes, intoFile, timeoutMs }: SendRequest, limits: SendLimits): ExchangeBounds {
  const { maxReadBytes, maxKeptBytes } = limits;
  if (intoFile) return { bodyMs: timeoutMs ?? limits.totalMs, maxReadBytes, maxKeptBytes, intoFile };
  if (maxBytes === undefined) return limits;
  return { bodyMs: timeoutMs ?? limits.totalMs, maxReadBytes: maxBytes, maxKeptBytes: maxBytes };
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
        // Compressed responses are not requested and never decompressed, because a small one could become very large.
        headers: { ...headers, "accept-encoding": "identity" },
        body: body ?? null,
      },
      exchange,
    );
  } catch (error) {
    exchange.fail(error);
  }
}

/**
 * Return whether a request can be retried: yes if no connection was made, or if the server had closed a reused connection.
 */
function canRetry(result: ExchangeResult, connection: Connection): boolean {
  if (result.kind !== "failed") return false;
  const { reason } = result.failure;
  return reason === "connect" || (reason === "reset" && connection.responseCount > 0);
}
