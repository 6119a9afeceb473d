import type { FastifyInstance, FastifyReply } from "fastify";
import type { ProbeAnswer, Probes } from "../observability/index.ts";

function send(reply: FastifyReply, { status, contentType, text }: ProbeAnswer): FastifyReply {
  return reply.code(status).headers({ "content-type": contentType, "cache-control": "no-store" }).send(text);
}

/** Mounts /health/live, /health/ready and /metrics on every host. */
export function mountProbes(server: FastifyInstance, probes: Probes): void {
  server.get("/health/live", async (_request, reply) => send(reply, probes.live()));
  server.get("/health/ready", async (_request, reply) => send(reply, await probes.ready()));
  server.get("/metrics", async (request, reply) => {
    const { headers } = request;
    const forwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    const answer = await probes.metrics({ address: request.ip, forwarded });
    if (answer === null) return reply.callNotFound();
    return send(reply, answer);
  });
}
