import { type Operation, surfaces } from "@souk/contract";
import type { FastifyInstance } from "fastify";
import type { Route } from "../infrastructure/routing/route.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import type { Principal } from "./authenticate.ts";
import { createHandlers, type PipelineDeps } from "./pipeline.ts";
import type { ComingUpload } from "./receive-upload.ts";

/** One address of an operation: its host and its full path. */
export interface MountedOperation {
  operation: Operation;
  host: "store" | "admin" | "partners";
  method: string;
  path: string;
}

/**
 * List where an operation is mounted: its own host, and for store operations called with a token also the
 * admin's.
 */
function listMountPoints(operation: Operation): MountedOperation[] {
  const { host, base, adminBase } = surfaces[operation.surface];
  const { method } = operation;
  const own = { operation, host, method, path: `${base}${operation.path}` } as const;
  if (adminBase === null || operation.auth !== "token") return [own];
  return [own, { operation, host: "admin", method, path: `${adminBase}${operation.path}` }];
}

declare module "fastify" {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    /** The caller; set for operations once they are admitted. */
    principal: Principal | null;
    /** The uploaded file that is the body, not yet read. */
    coming: ComingUpload | null;
  }
}

/** Mount every route on the one pipeline, HEAD beside each GET, and register their methods. */
export function mountOperations(
  server: FastifyInstance,
  routes: readonly Route[],
  deps: PipelineDeps & { allowedMethods: AllowedMethods },
): MountedOperation[] {
  const mounted: MountedOperation[] = [];
  server.decorateRequest("principal", null);
  server.decorateRequest("coming", null);
  for (const route of routes) {
    const { admit, serve } = createHandlers(route, deps);
    for (const address of listMountPoints(route.operation)) {
      const { host, path } = address;
      server.route({
        method: deps.allowedMethods.take(host, path, address.method),
        url: path,
        constraints: { surface: host },
        config: { operation: route.operation },
        onRequest: admit,
        handler: serve,
      });
      mounted.push(address);
    }
  }
  return mounted;
}
