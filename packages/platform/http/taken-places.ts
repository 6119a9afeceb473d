import { Refusal } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The addresses that are mounted, each with the methods it takes. */
export interface TakenPlaces {
  /** Notes a method of an address. Answers the methods to mount: HEAD comes with GET (RFC 9110, 9.1). */
  take(host: string, path: string, method: string): string[];
  /** Mounts a 405 with Allow for every other method of each address. */
  refuseOthers(server: FastifyInstance): void;
}

export function createTakenPlaces(): TakenPlaces {
  const places = new Map<string, { host: string; path: string; methods: Set<string> }>();
  return {
    take(host, path, method) {
      const methods = method === "GET" ? ["GET", "HEAD"] : [method];
      const key = `${host} ${path}`;
      const place = places.get(key) ?? { host, path, methods: new Set<string>() };
      places.set(key, place);
      for (const each of methods) place.methods.add(each);
      return methods;
    },
    refuseOthers(server) {
      for (const { host, path, methods } of places.values()) {
        const others = server.supportedMethods.filter((each) => !methods.has(each));
        const handler = refusal([...methods].sort().join(", "));
        server.route({
          method: others,
          url: path,
          constraints: { surface: host },
          onRequest: handler,
          handler,
        });
      }
    },
  };
}

/** Before the body is looked at, so that its type or size is no other answer. */
function refusal(allow: string) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    reply.header("allow", allow);
    throw new Refusal("method_not_allowed", { message: `This address takes ${allow}.` });
  };
}
