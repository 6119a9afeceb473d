import { Refusal } from "@souk/contract";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Addresses } from "../addresses.ts";
import type { RandomText } from "../random.ts";
import { errorAnswer, toRefusal } from "./errors.ts";
import { readHost } from "./host.ts";

export interface ServerOptions {
  addresses: Addresses;
  randomText: RandomText;
  /** false, a number of hops, or addresses and ranges of proxies to believe. */
  trustProxy: boolean | number | string[];
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

/** The HTTP server with its limits and its one error shape; routes are mounted by the caller. */
export function createServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    bodyLimit,
    trustProxy: proxyTrust(options.trustProxy),
    genReqId: () => `req_${options.randomText(12)}`,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    // A request that still comes on an open connection is served; its answer closes the connection.
    return503OnClosing: false,
    routerOptions: {
      constraints: { surface: surfaceStrategy(options.addresses) as never },
      maxParamLength: 255,
      ignoreTrailingSlash: false,
      caseSensitive: true,
    },
  });
  server.removeAllContentTypeParsers();
  // Every body arrives as its exact bytes; what it must be is decided by the operation (signatures, 415, idempotency).
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code === "internal") options.report(error, request);
    const answer = errorAnswer(refusal, request.id);
    return reply
      .code(answer.status)
      .headers({
        ...answer.headers,
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
      })
      .send(answer.text);
  });
  server.setNotFoundHandler((request) => {
    const known = readHost(request.headers.host, options.addresses).kind !== "unknown";
    throw new Refusal(known ? "not_found" : "store_not_found");
  });
  return server;
}
