import { throwApiError } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ProbeAnswer, Probes } from "../runtime/observability/index.ts";

function send(reply: FastifyReply, { status, contentType, text }: ProbeAnswer): FastifyReply {
  return reply.code(status).headers({ "content-type": contentType, "cache-control": "no-store" }).send(text);
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

const addresses: readonly string[] = ["/health/live", "/health/ready", "/metrics"];
const preparingSeconds = 2;

/**
 * Mount /health/live, /health/ready and /metrics on every host; until the start has created its data, all
 * else is unavailable.
 */
export function mountProbes(server: FastifyInstance, probes: Probes): void {
  const mount = (url: string, handler: Handler) => server.route({ method: ["GET", "HEAD"], url, handler });
  server.addHook("onRequest", async ({ url }) => {
    if (!probes.isPreparing() || addresses.includes(url.split("?")[0] ?? "")) return;
    throwApiError("unavailable", {
      message: "The server is starting and preparing its data. Retry later.",
      retry_after_s: preparingSeconds,
    });
  });
  mount("/health/live", (_request, reply) => send(reply, probes.live()));
  mount("/health/ready", async (_request, reply) => send(reply, await probes.ready()));
  mount("/metrics", async (request, reply) => {
    const { headers } = request;
    const forwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    const answer = await probes.metrics({ address: request.ip, forwarded });
    if (answer !== null) return send(reply, answer);
    reply.callNotFound();
    return reply;
  });
}
