import type { FastifyInstance } from "fastify";
import type { Probes } from "../observability/index.ts";
import { mountProbes } from "./mount-probes.ts";
import { createServer, type ServerOptions } from "./server.ts";

/** The server of a process that serves nobody: health and metrics alone. */
export async function createProbeServer(probes: Probes, options: ServerOptions): Promise<FastifyInstance> {
  const server = createServer(options);
  mountProbes(server, probes);
  await server.ready();
  return server;
}
