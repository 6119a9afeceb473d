import type { FastifyInstance } from "fastify";
import type { Probes } from "../runtime/observability/index.ts";
import { mountProbes } from "./mount-probes.ts";
import { createServer, type ServerOptions } from "./server.ts";

/** Create the server of a process without the API, which serves only health probes and metrics. */
export async function createProbeServer(probes: Probes, options: ServerOptions): Promise<FastifyInstance> {
  const server = createServer(options);
  mountProbes(server, probes);
  await server.ready();
  return server;
}
