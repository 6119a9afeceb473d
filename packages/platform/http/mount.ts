import { type Operation, surfaces } from "@souk/contract";
import type { FastifyInstance } from "fastify";
import type { Route } from "../infrastructure/routing/route.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import type { Principal } from "./authenticate.ts";
import { createHandlers, type PipelineDeps } from "./pipeline.ts";
import type { IncomingUpload } from "./receive-upload.ts";

/** An operation with one host and full path at which it is mounted. */
export interface MountedOperation {
  operation: Operation;
  host: "store" | "admin" | "partners";
  method: string;
  path: string;
}

/**
 * List the hosts and paths at which an operation is mounted. Store operations that apps call with a token are
 * also mounted on the admin's host, for members with a session.
 */
function listMountPoints(operation: Operation): MountedOperation[] {
  const { host, base, adminBase } = surfaces[operation.surface];
  const { method } = operation;
  const ownMountPoint = { operation, host, method, path: `${base}${operation.path}` } as const;
  if (adminBase === null || operation.auth !== "token") return [ownMountPoint];
  return [ownMountPoint, { operation, host: "admin", method, path: `${adminBase}${operation.path}` }];
}

declare module "fastify" {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    /** The caller; set by `admit`. */
    principal: Principal | null;
    /** The header data of the uploaded file, whose content is not yet read. Null if the body is not an upload. */
    incomingUpload: IncomingUpload | null;
  }
}

/** Mount every route with the handlers of the pipeline, and HEAD for each GET. Return the mounted operations. */
export function mountOperations(
  server: FastifyInstance,
  routes: readonly Route[],
  deps: PipelineDeps & { allowedMethods: AllowedMethods },
): MountedOperation[] {
  const mountedOperations: MountedOperation[] = [];
  server.decorateRequest("principal", null);
  server.decorateRequest("incomingUpload", null);
  for (const route of routes) {
    const { admit, serve } = createHandlers(route, deps);
    for (const mountPoint of listMountPoints(route.operation)) {
      const { host, path } = mountPoint;
      server.route({
        method: deps.allowedMethods.register(host, path, mountPoint.method),
        url: path,
        constraints: { surface: host },
        config: { operation: route.operation },
        onRequest: admit,
        handler: serve,
      });
      mountedOperations.push(mountPoint);
    }
  }
  return mountedOperations;
}
