import { createSecureContext, type SecureContext } from "node:tls";
import type { Clock } from "./clock.ts";
import { isLocalHost, type LocalAccess } from "./local-hosts.ts";
import { OriginPools } from "./origin-pools.ts";
import { createResolver, type NameResolver } from "./resolver.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { createSafeConnector, type Network, systemNetwork } from "./safe-connector.ts";
import { type FailureReason, SendFailure } from "./send-failure.ts";
import { defaultSendLimits, type SendLimits } from "./send-limits.ts";
import { type SendRequest, type TransmitResult, transmit } from "./transmit.ts";

export type SafeSenderOptions = {
  /**
   * Development only: allows this machine's loopback names, and the hosts that the developer has listed. No other option allows a
   * non-public address.
   */
  localAccess: LocalAccess;
  clock: Clock;
  /** The default `user-agent` header. */
  userAgent: string;
  limits?: Partial<SendLimits>;
  resolver?: NameResolver;
  /** The TLS context with the trusted authorities; by default, Node's authorities. */
  secureContext?: SecureContext;
  /** The network, replaced only in tests. */
  network?: Network;
};

export type SendOutcome =
  | {
      kind: "answered";
      status: number;
      /** The first 1 KB of the body, as text that PostgreSQL can store. */
      body: string;
      /** The bytes of the body that were kept, as received and never decompressed. */
      bytes: Buffer;
      /** Whether the body was read to its end. If so, and if the request had `maxBytes`, `bytes` is the whole body. */
      complete: boolean;
      content_type?: string;
      /** The time until the headers arrived. */
      duration_ms: number;
      retry_after_s?: number;
    }
  | { kind: "failed"; reason: FailureReason; message: string; duration_ms: number };

export type SafeSender = {
  /**
   * Send one request and return its outcome. Nothing that the server does makes it throw. It never follows a redirect.
   */
  send(request: SendRequest): Promise<SendOutcome>;
  /** Reject new requests, wait for those in flight and close all connections. */
  close(): Promise<void>;
};

/**
 * Create the sender for all requests of the platform to other servers: webhooks, fulfillment requests, rate callbacks and
 * images (P10, P18, P20, P21).
 *
 * It connects to public addresses only. A request uses one of the connections of its origin and pool (8 by default, 32 for
 * rates) for at most its `timeoutMs` (10 s by default, 5 s for rates). If the connection cannot be established, or the server has
 * closed a reused connection, the request is retried once immediately on a new connection.
 */
export function createSafeSender(options: SafeSenderOptions): SafeSender {
  const limits = { ...defaultSendLimits, ...options.limits };
  const { localAccess, clock, userAgent } = options;
  const resolver = options.resolver ?? createResolver({ clock });
  const connector = createSafeConnector({
    localAccess,
    resolver,
    secureContext: options.secureContext ?? createSecureContext(),
    connectMs: limits.connectMs,
    network: options.network ?? systemNetwork,
  });
  const pools = new OriginPools(connector, limits, clock);
  const outcomesInFlight = new Set<Promise<SendOutcome>>();
  let isClosing = false;

  async function sendOnce(request: SendRequest): Promise<SendOutcome> {
    const startedAt = clock.now();
    try {
      if (isClosing) throw new SendFailure("closed");
      const url = parseCallableUrl(request.url, localAccess);
      const headers = { "user-agent": userAgent, ...request.headers };
      const pool = pools.getPool(url.origin, request.pool);
      const response = await transmit(pool, url, { ...request, headers }, limits, clock);
      return buildOutcome(response, clock);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      const { reason, message } = error;
      return { kind: "failed", reason, message, duration_ms: computeElapsedMs(startedAt, clock) };
    }
  }

  return {
    async send(request) {
      const outcome = sendOnce(request);
      outcomesInFlight.add(outcome);
      try {
        return await outcome;
      } finally {
        outcomesInFlight.delete(outcome);
      }
    },
    async close() {
      isClosing = true;
      await Promise.all(outcomesInFlight);
      await pools.close();
      resolver.close();
    },
  };
}

function parseCallableUrl(text: string, localAccess: LocalAccess): URL {
  const url = URL.parse(text);
  const isHttps = url?.protocol === "https:";
  const isLocal = url?.protocol === "http:" && isLocalHost(url.hostname, localAccess);
  if (url === null || !(isHttps || isLocal) || url.username !== "" || url.password !== "") {
    throw new SendFailure("refused_url");
  }
  return url;
}

function buildOutcome(
  { status, headers, bytes, complete, startedAt, headersAt }: TransmitResult,
  clock: Clock,
): SendOutcome {
  const retryAfter = parseRetryAfter(headers["retry-after"], clock.now());
  const contentType = headers["content-type"];
  return {
    kind: "answered",
    status,
    body: toStorableText(bytes.subarray(0, defaultSendLimits.maxKeptBytes)),
    bytes,
    complete,
    ...(contentType === undefined ? {} : { content_type: contentType }),
    duration_ms: Math.max(0, headersAt - startedAt),
    ...(retryAfter === undefined ? {} : { retry_after_s: retryAfter }),
  };
}

/**
 * Decode bytes as text. An incomplete character at the end is dropped, and NUL, which PostgreSQL cannot store, is replaced.
 */
function toStorableText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\ufffd");
}

function computeElapsedMs(startedAt: number, clock: Clock): number {
  return Math.max(0, clock.now() - startedAt);
}
