import { throwApiError } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ProbeResponse, Probes } from "../runtime/observability/index.ts";

function send(reply: FastifyReply, { status, contentType, text }: ProbeResponse): FastifyReply {
  return reply.code(status).headers({ "content-type": contentType, "cache-control": "no-store" }).send(text);
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

const probePaths: readonly string[] = ["/health/live", "/health/ready", "/metrics"];
/** How long a client should wait before it retries a request that came while the server was preparing its data. */
const retryAfterSeconds = 2;

/** Return whether a URL is that of a probe, which responds even while the server is busy or not ready. */
export function isProbe(url: string): boolean {
  return probePaths.includes(url.split("?")[0] ?? "");
}

/**
 * Mount /health/live, /health/ready and /metrics on every host. While the server prepares its data at the start,
 * every other path gets 503 `unavailable`.
 */
export function mountProbes(server: FastifyInstance, probes: Probes): void {
  const mount = (url: string, handler: Handler) => server.route({ method: ["GET", "HEAD"], url, handler });
  server.addHook("onRequest", async ({ url }) => {
    if (!probes.isPreparing() || isProbe(url)) return;
    throwApiError("unavailable", {
      message: "The server is starting and preparing its data. Retry later.",
      retry_after_s: retryAfterSeconds,
    });
  });
  mount("/health/live", (_request, reply) => send(reply, probes.getLiveness()));
  mount("/health/ready", async (_request, reply) => send(reply, await probes.getReadiness()));
  mount("/metrics", async (request, reply) => {
    const { headers } = request;
    const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    const { authorization } = headers;
    const response = await probes.getMetrics({ address: request.ip, isForwarded, authorization });
    if (response !== null) return send(reply, response);
    reply.callNotFound();
    return reply;
  });
}
