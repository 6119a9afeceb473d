import { type Operation, surfaces } from "@souk/contract";
import type { FastifyInstance } from "fastify";
import type { Route } from "../routing/route.ts";
import type { Principal } from "./authenticate.ts";
import { handlersOf, type PipelineParts } from "./pipeline.ts";
import type { ComingUpload } from "./receive-upload.ts";
import { createTakenPlaces } from "./taken-places.ts";

/** One address of an operation: the host it is on, and its full path. */
export interface MountedOperation {
  operation: Operation;
  host: "shop" | "admin" | "partners";
  method: string;
  path: string;
}

/** Where an operation is mounted: its own host, and for shop operations called with a token also the admin's. */
function addressesOf(operation: Operation): MountedOperation[] {
  const { host, base, adminBase } = surfaces[operation.surface];
  const { method } = operation;
  const own = { operation, host, method, path: `${base}${operation.path}` } as const;
  if (adminBase === null || operation.caller !== "token") return [own];
  return [own, { operation, host: "admin", method, path: `${adminBase}${operation.path}` }];
}

declare module "fastify" {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    /** Who calls; set for operations once they are admitted. */
    principal: Principal | null;
    /** The file that is the body, of which nothing was read yet. */
    coming: ComingUpload | null;
  }
}

/** Mounts every route on the one pipeline, HEAD beside each GET, and 405 on the methods an address does not take. */
export function mountOperations(
  server: FastifyInstance,
  routes: readonly Route[],
  parts: PipelineParts,
): MountedOperation[] {
  const mounted: MountedOperation[] = [];
  const taken = createTakenPlaces();
  server.decorateRequest("principal", null);
  server.decorateRequest("coming", null);
  for (const route of routes) {
    const { admit, serve } = handlersOf(route, parts);
    for (const address of addressesOf(route.operation)) {
      const { host, path } = address;
      server.route({
        method: taken.take(host, path, address.method),
        url: path,
        constraints: { surface: host },
        config: { operation: route.operation },
        onRequest: admit,
        handler: serve,
      });
      mounted.push(address);
    }
  }
  taken.refuseOthers(server);
  return mounted;
}
