import type { FastifyInstance } from "fastify";
import type { Probes } from "../runtime/observability/index.ts";
import { mountProbes } from "./mount-probes.ts";
import { createServer, type ServerOptions } from "./server.ts";

/** Create a server that serves only health probes and metrics, for a process that does not serve the API. */
export async function createProbeServer(probes: Probes, options: ServerOptions): Promise<FastifyInstance> {
  const server = createServer(options);
  mountProbes(server, probes);
  await server.ready();
  return server;
}
