import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, throwApiError } from "@souk/contract";
import { getErrorCode } from "@souk/database";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Addresses } from "../runtime/addresses.ts";
import type { RandomText } from "../runtime/random.ts";
import { noEndpointMessage } from "./closest-endpoint.ts";
import { errorAnswer, isDiskError, toApiError } from "./errors.ts";
import { readHost } from "./host.ts";
import { type RateLimiter, rateHeaders } from "./rate-limit.ts";
import { takesUpload } from "./receive-upload.ts";
import { answerUnreadable } from "./unreadable-request.ts";

export type { FastifyInstance as HttpServer, FastifyRequest as HttpRequest } from "fastify";

export interface ServerOptions {
  addresses: Addresses;
  randomText: RandomText;
  /** false, a number of hops, or addresses and ranges of trusted proxies. */
  trustProxy: boolean | number | string[];
  /** The limiter whose limits are shown to a caller never counted; absent: none. */
  rates?: RateLimiter;
  /** Log an error that is a bug, in full. */
  report(error: unknown, request: FastifyRequest): void;
}

const bodyLimit = 1_048_576;

function proxyTrust(trust: ServerOptions["trustProxy"]) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}

function surfaceStrategy(addresses: Addresses) {
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
 * Reject a request with several hosts, of which a proxy may have read another one (RFC 9112, 3.2). HTTP/1.0
 * may name none: probes do so.
 */
function assertOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return;
  throwApiError("malformed_request", { message: "The request must have exactly one Host header." });
}

function createFastify(options: ServerOptions, sendError: ErrorSender): FastifyInstance {
  return Fastify({
    bodyLimit,
    trustProxy: proxyTrust(options.trustProxy),
    genReqId: () => newRequestId(options.randomText),
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 1000,
    // Without a Host Node responds with no body; the hook below rejects in the platform's own shape.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    // A request that came while the server closes is answered as ever, and its connection ended.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => {
      if (getErrorCode(error) === "ERR_HTTP_REQUEST_TIMEOUT" && takesUpload(socket)) return;
      answerUnreadable(error, socket, newRequestId(options.randomText));
    },
    routerOptions: {
      constraints: { surface: surfaceStrategy(options.addresses) as never },
      maxParamLength: 255,
      ignoreTrailingSlash: false,
      caseSensitive: true,
    },
  });
}

function newRequestId(randomText: RandomText): string {
  return `req_${randomText(12)}`;
}

type ErrorSender = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Create the function that sends an error in the one error shape and reports bugs and disk errors. */
function errorSender({ report, rates }: ServerOptions): ErrorSender {
  return (error, request, reply) => {
    const apiError = toApiError(error);
    if (apiError.code === "internal" || isDiskError(error)) report(error, request);
    const answer = errorAnswer(apiError, request.id);
    if (rates && !reply.hasHeader("x-ratelimit-limit")) reply.headers(rateHeaders(rates.unused()));
    return reply.code(answer.status).headers(answer.headers).send(answer.text);
  };
}

/** Create the HTTP server with its limits and its one error shape; the caller mounts the routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const sendError = errorSender(options);
  const server = createFastify(options, sendError);
  // Any expectation but 100-continue is ignored, where Node answers a bare 417.
  server.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    server.server.emit("request", request, response);
  });
  server.removeAllContentTypeParsers();
  // Every body arrives as its exact bytes; what it must be is decided by the operation (signatures, 415, idempotency).
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    assertOneHost(request.raw);
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request) => {
    const known = readHost(request.headers.host, options.addresses).kind !== "unknown";
    throw known
      ? new ApiError("not_found", { message: noEndpointMessage(request.url) })
      : new ApiError("store_not_found");
  });
  return server;
}
