import { ApiError } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import createRouter, { type HTTPMethod } from "find-my-way";
import type { Addresses } from "../runtime/addresses.ts";
import { type HostKind, readHost } from "./host.ts";

/** The mounted addresses of operations and pages, each with the methods it accepts. */
export interface AllowedMethods {
  /** Register a method of an address. Returns the methods to mount: HEAD comes with GET (RFC 9110, 9.1). */
  take(host: HostKind, path: string, method: string): string[];
  /** Answer every other method of each address with 405 and Allow, before its body is read. */
  rejectOtherMethods(server: FastifyInstance): void;
  /**
   * Assert that the requested address does not exist for another method.
   * @throws {ApiError} `method_not_allowed`, with Allow set on the reply
   */
  assertNotOtherMethod(request: FastifyRequest, reply: FastifyReply): void;
}

interface Place {
  host: HostKind;
  path: string;
  methods: Set<string>;
}

type Router = ReturnType<typeof createRouter>;

// As of the server (server.ts).
const maxParamLength = 255;

const ignore = (): void => undefined;

/** Return a router of each host's addresses, under the methods that a place is listed by. */
function createRouters(
  places: readonly Place[],
  methodsOf: (place: Place) => string[],
): Map<HostKind, Router> {
  const routers = new Map<HostKind, Router>();
  for (const place of places) {
    const router = routers.get(place.host) ?? createRouter({ maxParamLength });
    routers.set(place.host, router);
    router.on(methodsOf(place) as HTTPMethod[], place.path, ignore, place);
  }
  return routers;
}

function createRejection(methods: ReadonlySet<string>): (reply: FastifyReply) => never {
  const allowed = [...methods].sort();
  const others = allowed.slice(0, -1).join(", ");
  const message = `Use ${others === "" ? "" : `${others} or `}${allowed.at(-1)} here.`;
  return (reply) => {
    reply.header("allow", allowed.join(", "));
    throw new ApiError("method_not_allowed", { message });
  };
}

/**
 * Mount the rejection of those other methods that the router would give to another address: GET of `/a/new` to
 * `/a/:id`, where `/a/new` has only POST.
 */
function mountShadowed(server: FastifyInstance, places: readonly Place[]): void {
  const routers = createRouters(places, ({ methods }) => [...methods]);
  for (const { host, path, methods } of places) {
    const shadowed = server.supportedMethods.filter(
      (method) => !methods.has(method) && routers.get(host)?.find(method as HTTPMethod, path) != null,
    );
    if (shadowed.length === 0) continue;
    const reject = createRejection(methods);
    const handler = async (_request: FastifyRequest, reply: FastifyReply) => reject(reply);
    const constraints = { surface: host };
    server.route({ method: shadowed, url: path, constraints, onRequest: handler, handler });
  }
}

/** Create the register; a platform registers its addresses, then has the other methods rejected. */
export function createAllowedMethods(addresses: Addresses): AllowedMethods {
  const places = new Map<string, Place>();
  // One entry an address in place of a route for each method it lacks, which took half of a platform's start.
  let routers: Map<HostKind, Router> = new Map();
  const assertNotOtherMethod: AllowedMethods["assertNotOtherMethod"] = (request, reply) => {
    const { kind } = readHost(request.headers.host, addresses);
    const place = routers.get(kind)?.find("GET", request.url)?.store as Place | undefined;
    if (place) createRejection(place.methods)(reply);
  };
  return {
    take(host, path, method) {
      const methods = method === "GET" ? ["GET", "HEAD"] : [method];
      const key = `${host} ${path}`;
      const place = places.get(key) ?? { host, path, methods: new Set<string>() };
      places.set(key, place);
      for (const each of methods) place.methods.add(each);
      return methods;
    },
    rejectOtherMethods(server) {
      const taken = [...places.values()];
      mountShadowed(server, taken);
      routers = createRouters(taken, () => ["GET"]);
      server.addHook("onRequest", (request, reply, done) => {
        if (!request.is404) return done();
        try {
          assertNotOtherMethod(request, reply);
          done();
        } catch (error) {
          done(error as ApiError);
        }
      });
    },
    assertNotOtherMethod,
  };
}
