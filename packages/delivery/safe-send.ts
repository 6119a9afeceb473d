import { createSecureContext, type SecureContext } from "node:tls";
import type { Clock } from "./clock.ts";
import { isLoopbackName } from "./loopback.ts";
import { OriginPools } from "./origin-pools.ts";
import { createResolver, type NameResolver } from "./resolver.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { createSafeConnector, type Network, systemNetwork } from "./safe-connector.ts";
import { type FailureReason, SendFailure } from "./send-failure.ts";
import { defaultSendLimits, type SendLimits } from "./send-limits.ts";
import { type SendRequest, type Transmitted, transmit } from "./transmit.ts";

export type SafeSenderOptions = {
  /** Development only: opens this machine's loopback names. No other option opens anything. */
  allowLoopback: boolean;
  clock: Clock;
  /** The `user-agent` of requests that name none. */
  userAgent: string;
  limits?: Partial<SendLimits>;
  resolver?: NameResolver;
  /** The authorities that are trusted; without it, those that Node trusts. */
  secureContext?: SecureContext;
  /** Only tests give another. */
  network?: Network;
};

export type SendOutcome =
  | {
      kind: "answered";
      status: number;
      /** The first 1 KB, as text that a database takes. */
      body: string;
      /** What was kept of the body, as it came: never decompressed. */
      bytes: Buffer;
      /** The body was read to its end; where it was wanted, all of it is in `bytes`. */
      complete: boolean;
      content_type?: string;
      /** Until the headers were in. */
      duration_ms: number;
      retry_after_s?: number;
    }
  | { kind: "failed"; reason: FailureReason; message: string; duration_ms: number };

export type SafeSender = {
  /** Sends one request and says what came of it; it throws for nothing that a server does and never follows a redirect. */
  send(request: SendRequest): Promise<SendOutcome>;
  /** Lets the requests under way end, refuses further ones, and closes all connections. */
  close(): Promise<void>;
};

/**
 * The one way by which the platform calls somebody else's server: webhooks, fulfillment requests, rate callbacks and
 * images (P10, P18, P20, P21).
 *
 * Only public addresses are reached. A request occupies one of the connections of its origin and pool (eight, for rates 32) for
 * as long as its `timeoutMs` at most (10 s unless said, for rates 5). A failed connect, and a kept connection that turns out to be
 * closed, are tried once more at once on a fresh one.
 */
export function createSafeSender(options: SafeSenderOptions): SafeSender {
  const limits = { ...defaultSendLimits, ...options.limits };
  const { allowLoopback, clock, userAgent } = options;
  const resolver = options.resolver ?? createResolver({ clock });
  const connector = createSafeConnector({
    allowLoopback,
    resolver,
    secureContext: options.secureContext ?? createSecureContext(),
    connectMs: limits.connectMs,
    network: options.network ?? systemNetwork,
  });
  const pools = new OriginPools(connector, limits, clock);
  const underWay = new Set<Promise<SendOutcome>>();
  let closing = false;

  async function outcomeOf(request: SendRequest): Promise<SendOutcome> {
    const startedAt = clock.now();
    try {
      if (closing) throw new SendFailure("closed");
      const url = callableUrl(request.url, allowLoopback);
      const headers = { "user-agent": userAgent, ...request.headers };
      const pool = pools.of(url.origin, request.pool);
      const answer = await transmit(pool, url, { ...request, headers }, limits, clock);
      return outcomeOfAnswer(answer, clock);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      const { reason, message } = error;
      return { kind: "failed", reason, message, duration_ms: since(startedAt, clock) };
    }
  }

  return {
    async send(request) {
      const outcome = outcomeOf(request);
      underWay.add(outcome);
      try {
        return await outcome;
      } finally {
        underWay.delete(outcome);
      }
    },
    async close() {
      closing = true;
      await Promise.all(underWay);
      await pools.close();
      resolver.close();
    },
  };
}

function callableUrl(text: string, allowLoopback: boolean): URL {
  const url = URL.parse(text);
  const secure = url?.protocol === "https:";
  const opened = url?.protocol === "http:" && allowLoopback && isLoopbackName(url.hostname);
  if (url === null || !(secure || opened) || url.username !== "" || url.password !== "") {
    throw new SendFailure("refused_url");
  }
  return url;
}

function outcomeOfAnswer(
  { status, headers, bytes, complete, startedAt, headersAt }: Transmitted,
  clock: Clock,
): SendOutcome {
  const retryAfter = parseRetryAfter(headers["retry-after"], clock.now());
  const contentType = headers["content-type"];
  return {
    kind: "answered",
    status,
    body: shownText(bytes.subarray(0, defaultSendLimits.keptBytes)),
    bytes,
    complete,
    ...(contentType === undefined ? {} : { content_type: contentType }),
    duration_ms: Math.max(0, headersAt - startedAt),
    ...(retryAfter === undefined ? {} : { retry_after_s: retryAfter }),
  };
}

/** A letter cut in half at the end is left out, and NUL, which PostgreSQL does not store, is replaced. */
function shownText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\ufffd");
}

function since(startedAt: number, clock: Clock): number {
  return Math.max(0, clock.now() - startedAt);
}
