import { type Operation, Refusal, surfaces } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Route } from "../routing/route.ts";
import { handlerOf, type PipelineParts } from "./pipeline.ts";

/** One address of an operation: the host it is on, and its full path. */
export interface MountedOperation {
  operation: Operation;
  host: "shop" | "admin" | "partners";
  method: string;
  path: string;
}

const knownMethods: HTTPMethods[] = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/** Where an operation is mounted: its own host, and for shop operations called with a token also the admin's. */
export function addressesOf(operation: Operation): MountedOperation[] {
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
}

/** Mounts every route on the one pipeline, and 405 on the methods an address does not take. */
export function mountOperations(
  server: FastifyInstance,
  routes: readonly Route[],
  parts: PipelineParts,
): MountedOperation[] {
  const mounted: MountedOperation[] = [];
  const taken = new Map<string, { host: string; path: string; methods: Set<string> }>();
  for (const route of routes) {
    const handler = handlerOf(route, parts);
    for (const address of addressesOf(route.operation)) {
      const { host, path } = address;
      server.route({
        method: address.method as HTTPMethods,
        url: path,
        constraints: { surface: host },
        config: { operation: route.operation },
        handler,
      });
      mounted.push(address);
      const key = `${host} ${path}`;
      const place = taken.get(key) ?? { host, path, methods: new Set<string>() };
      taken.set(key, place);
      place.methods.add(address.method);
    }
  }
  for (const { host, path, methods } of taken.values()) refuseOthers(server, host, path, methods);
  return mounted;
}

function refuseOthers(server: FastifyInstance, host: string, path: string, methods: Set<string>): void {
  const allow = [...methods].sort().join(", ");
  const method = knownMethods.filter((name) => !methods.has(name));
  const handler = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header("allow", allow);
    throw new Refusal("method_not_allowed", { message: `This address takes ${allow}.` });
  };
  server.route({ method, url: path, constraints: { surface: host }, handler });
}
