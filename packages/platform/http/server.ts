import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal, refuse } from "@souk/contract";
import { errorCode } from "@souk/database";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Addresses } from "../addresses.ts";
import type { RandomText } from "../random.ts";
import { errorAnswer, isDiskFault, toRefusal } from "./errors.ts";
import { readHost } from "./host.ts";
import { type RateLimiter, rateHeaders } from "./rate-limit.ts";
import { takesUpload } from "./receive-upload.ts";
import { answerUnreadable } from "./unreadable-request.ts";

export type { FastifyInstance as HttpServer, FastifyRequest as HttpRequest } from "fastify";

export interface ServerOptions {
  addresses: Addresses;
  randomText: RandomText;
  /** false, a number of hops, or addresses and ranges of proxies to believe. */
  trustProxy: boolean | number | string[];
  /** Whose limits an answer shows to a caller that was never counted; absent: none. */
  rates?: RateLimiter;
  /** Logs an error that is a bug, whole. */
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

/** RFC 9112, 3.2: of several hosts a proxy before us may have read another one. HTTP/1.0 may name none: probes do so. */
function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return;
  refuse("malformed_request", { message: "The request must name exactly one Host." });
}

function createFastify(options: ServerOptions, refuseWith: ErrorSender): FastifyInstance {
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
    // Without a Host Node answers with no body; the hook below refuses in our own shape.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    // A request that came while the server closes is answered as ever, and its connection ended.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      refuseWith(error, request, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => {
      if (errorCode(error) === "ERR_HTTP_REQUEST_TIMEOUT" && takesUpload(socket)) return;
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

/** Answers an error in its one shape, and reports those that are bugs, or a disk's. */
function errorSender({ report, rates }: ServerOptions): ErrorSender {
  return (error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code === "internal" || isDiskFault(error)) report(error, request);
    const answer = errorAnswer(refusal, request.id);
    if (rates && !reply.hasHeader("x-ratelimit-limit")) reply.headers(rateHeaders(rates.unused()));
    return reply.code(answer.status).headers(answer.headers).send(answer.text);
  };
}

/** The HTTP server with its limits and its one error shape; routes are mounted by the caller. */
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
    requireOneHost(request.raw);
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request) => {
    const known = readHost(request.headers.host, options.addresses).kind !== "unknown";
    throw known
      ? new Refusal("not_found", { message: "There is nothing at this address." })
      : new Refusal("store_not_found");
  });
  return server;
}
