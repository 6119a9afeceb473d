import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, throwApiError } from "@souk/contract";
import { getErrorCode } from "@souk/database";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Addresses } from "../runtime/addresses.ts";
import type { RandomText } from "../runtime/random.ts";
import { buildBaseHeaders } from "./base-headers.ts";
import { buildNoEndpointMessage } from "./closest-endpoint.ts";
import { buildErrorResponse, isDiskError, toApiError } from "./errors.ts";
import { readHost } from "./host.ts";
import { buildRateLimitHeaders, type RateLimiter } from "./rate-limit.ts";
import { isReceivingUpload } from "./receive-upload.ts";
import { decorateFailures, setFailure } from "./report-failures.ts";
import { type TrustedProxies, toTrustProxy } from "./trust-proxy.ts";
import { rejectUnreadableRequest } from "./unreadable-request.ts";

export type { FastifyInstance as HttpServer, FastifyRequest as HttpRequest } from "fastify";

export interface ServerOptions {
  addresses: Addresses;
  randomText: RandomText;
  trustProxy: TrustedProxies;
  /** The limiter whose limit is shown in responses to callers whose requests are not counted. */
  rateLimiter?: RateLimiter;
  /** Log an error that is a bug or an error of the disk, in full. */
  report(error: unknown, request: FastifyRequest): void;
}

/** The maximum size of a request body that is not an upload. */
const maxBodyBytes = 1_048_576;

/** Create the routing constraint that selects routes by the kind of the requested host. */
function createSurfaceStrategy(addresses: Addresses) {
  return {
    name: "surface",
    storage: () => {
      const handlers = new Map<unknown, unknown>();
      return {
        get: (value: unknown) => handlers.get(value) ?? null,
        set: (value: unknown, handler: unknown) => void handlers.set(value, handler),
      };
    },
    deriveConstraint: (request: { headers: { host?: string | undefined } }) =>
      readHost(request.headers.host, addresses).kind,
    mustMatchWhenDerived: false,
  };
}

/**
 * Reject a request that has no Host header or more than one. If there are several, a proxy may have read a different one than
 * this server (RFC 9112, 3.2). An HTTP/1.0 request may omit the header, as some health probes do.
 */
function assertOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hostCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hostCount += 1;
  }
  if (hostCount === 1 || (hostCount === 0 && httpVersion === "1.0")) return;
  throwApiError("malformed_request", { message: "The request must have exactly one Host header." });
}

function createFastify(options: ServerOptions, sendError: ErrorSender): FastifyInstance {
  return Fastify({
    bodyLimit: maxBodyBytes,
    trustProxy: toTrustProxy(options.trustProxy),
    genReqId: () => createRequestId(options.randomText),
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 1000,
    // Node would reject a request without a Host header with an empty response. Our hook sends an API error instead.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 65_536,
      requireHostHeader: false,
    },
    // A request that arrives while the server is closing is served normally, and then its connection is closed.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => {
      if (getErrorCode(error) === "ERR_HTTP_REQUEST_TIMEOUT" && isReceivingUpload(socket)) return;
      rejectUnreadableRequest(error, socket, {
        requestId: createRequestId(options.randomText),
        headers: buildBaseHeaders(options.addresses),
      });
    },
    routerOptions: {
      constraints: { surface: createSurfaceStrategy(options.addresses) as never },
      maxParamLength: 255,
      ignoreTrailingSlash: false,
      caseSensitive: true,
    },
  });
}

function createRequestId(randomText: RandomText): string {
  return `req_${randomText(12)}`;
}

type ErrorSender = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Create the function that sends an error as an API error and reports bugs and disk errors. */
function createErrorSender({ report, rateLimiter, addresses }: ServerOptions): ErrorSender {
  const baseHeaders = buildBaseHeaders(addresses);
  return (error, request, reply) => {
    const apiError = toApiError(error);
    setFailure(request, { apiError, error });
    if (apiError.code === "internal" || isDiskError(error)) report(error, request);
    const response = buildErrorResponse(apiError, request.id);
    if (rateLimiter && !reply.hasHeader("x-ratelimit-limit"))
      reply.headers(buildRateLimitHeaders(rateLimiter.getFullState()));
    // If the path cannot be decoded, the hook that sets the headers of every response is skipped.
    if (!reply.hasHeader("cross-origin-resource-policy")) reply.headers(baseHeaders);
    return reply.code(response.status).headers(response.headers).send(response.text);
  };
}

/** Create the HTTP server with its limits and error handling. The caller mounts the routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const sendError = createErrorSender(options);
  const server = createFastify(options, sendError);
  decorateFailures(server);
  // Ignore any Expect header except 100-continue. Node would respond with 417 and no body.
  server.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    server.server.emit("request", request, response);
  });
  server.removeAllContentTypeParsers();
  // Keep the exact bytes of every body. The pipeline needs them for the body's type, signature and idempotency hash.
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const baseHeaders = buildBaseHeaders(options.addresses);
  server.addHook("onRequest", async (request, reply) => {
    reply.headers(baseHeaders).header("x-request-id", request.id);
    assertOneHost(request.raw);
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request) => {
    const isKnownHost = readHost(request.headers.host, options.addresses).kind !== "unknown";
    throw isKnownHost
      ? new ApiError("not_found", { message: buildNoEndpointMessage(request.url) })
      : new ApiError("store_not_found");
  });
  return server;
}
