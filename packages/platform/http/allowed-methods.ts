import { ApiError } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import createRouter, { type HTTPMethod } from "find-my-way";
import type { Addresses } from "../runtime/addresses.ts";
import { type HostKind, readHost } from "./host.ts";

/** The mounted paths of operations and pages, each with the methods it accepts. */
export interface AllowedMethods {
  /** Register a method of a path, and return the methods to mount: GET implies HEAD (RFC 9110, 9.1). */
  register(host: HostKind, path: string, method: string): string[];
  /** Reject every method that is not registered for its path with 405 and Allow, before the body is read. */
  rejectOtherMethods(server: FastifyInstance): void;
  /**
   * Reject the request if its path is mounted. Call this only for a request that matched none of the mounted paths and methods,
   * so that the path must be mounted with other methods.
   * @throws {ApiError} `method_not_allowed`, with Allow set on the reply
   */
  rejectWrongMethod(request: FastifyRequest, reply: FastifyReply): void;
}

interface MountedPath {
  host: HostKind;
  path: string;
  methods: Set<string>;
}

type Router = ReturnType<typeof createRouter>;

// The maximum length of a path parameter, the same as the server's (server.ts).
const maxParamLength = 255;

const doNothing = (): void => undefined;

/** Create one router per host, with each path under the methods that `getMethods` returns for it. */
function createRouters(
  mountedPaths: readonly MountedPath[],
  getMethods: (mountedPath: MountedPath) => string[],
): Map<HostKind, Router> {
  const routers = new Map<HostKind, Router>();
  for (const mountedPath of mountedPaths) {
    const router = routers.get(mountedPath.host) ?? createRouter({ maxParamLength });
    routers.set(mountedPath.host, router);
    router.on(getMethods(mountedPath) as HTTPMethod[], mountedPath.path, doNothing, mountedPath);
  }
  return routers;
}

/** Create a function that sets Allow on a reply and throws `method_not_allowed`, with a message that names the accepted methods. */
function createMethodRejection(methods: ReadonlySet<string>): (reply: FastifyReply) => never {
  const allowedMethods = [...methods].sort();
  const firstMethods = allowedMethods.slice(0, -1).join(", ");
  const message = `Use ${firstMethods === "" ? "" : `${firstMethods} or `}${allowedMethods.at(-1)} for this URL.`;
  return (reply) => {
    reply.header("allow", allowedMethods.join(", "));
    throw new ApiError("method_not_allowed", { message });
  };
}

/**
 * Mount a rejection for methods that the router would pass to another path. For example, if `/a/new` accepts
 * only POST, the router would pass a GET request for `/a/new` to `/a/:id`.
 */
function mountShadowedMethodRejections(server: FastifyInstance, mountedPaths: readonly MountedPath[]): void {
  const routers = createRouters(mountedPaths, ({ methods }) => [...methods]);
  for (const { host, path, methods } of mountedPaths) {
    const unregisteredMethods = server.supportedMethods.filter(
      (method) => !methods.has(method) && routers.get(host)?.find(method as HTTPMethod, path) != null,
    );
    if (unregisteredMethods.length === 0) continue;
    const reject = createMethodRejection(methods);
    const handler = async (_request: FastifyRequest, reply: FastifyReply) => reject(reply);
    const constraints = { surface: host };
    server.route({ method: unregisteredMethods, url: path, constraints, onRequest: handler, handler });
  }
}

/** Create `AllowedMethods` without any paths. Register all paths first, then call `rejectOtherMethods`. */
export function createAllowedMethods(addresses: Addresses): AllowedMethods {
  const mountedPaths = new Map<string, MountedPath>();
  // These routers have each path once, as a GET. A route for each rejected method would double the platform's start time.
  let routers: Map<HostKind, Router> = new Map();
  const rejectWrongMethod: AllowedMethods["rejectWrongMethod"] = (request, reply) => {
    const { kind } = readHost(request.headers.host, addresses);
    const mountedPath = routers.get(kind)?.find("GET", request.url)?.store as MountedPath | undefined;
    if (mountedPath) createMethodRejection(mountedPath.methods)(reply);
  };
  return {
    register(host, path, method) {
      const methods = method === "GET" ? ["GET", "HEAD"] : [method];
      const key = `${host} ${path}`;
      const mountedPath = mountedPaths.get(key) ?? { host, path, methods: new Set<string>() };
      mountedPaths.set(key, mountedPath);
      for (const allowedMethod of methods) mountedPath.methods.add(allowedMethod);
      return methods;
    },
    rejectOtherMethods(server) {
      const allPaths = [...mountedPaths.values()];
      mountShadowedMethodRejections(server, allPaths);
      routers = createRouters(allPaths, () => ["GET"]);
      server.addHook("onRequest", (request, reply, done) => {
        if (!request.is404) return done();
        try {
          rejectWrongMethod(request, reply);
          done();
        } catch (error) {
          done(error as ApiError);
        }
      });
    },
    rejectWrongMethod,
  };
}
