import type { ServerResponse } from "node:http";
import { createServer as createNetServer, type Server as NetServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Log } from "../runtime/composition/resources.ts";

export interface ListeningAddress {
  address: string;
  port: number;
}

/** A server that accepts connections. */
export interface Listening {
  addresses: readonly ListeningAddress[];
  /**
   * Stop accepting connections and close idle ones; resolves when every open request is answered.
   * @param graceMs how long open requests may take before they are aborted
   */
  close(graceMs: number): Promise<void>;
  /** Abort every open request, after which `close` resolves. */
  hurry(): void;
}

export interface ListenOptions {
  /** IP addresses of this machine. One that it does not have is skipped while another works. */
  hosts: readonly string[];
  /** The port; 0: any free one, the same for every address. */
  port: number;
  log: Log;
}

/**
 * Listen on several addresses with one HTTP server, so that limits and draining hold for all connections
 * alike.
 * @throws the system's error when no address can be listened on, or the port is in use on one
 */
export async function listen(server: FastifyInstance, options: ListenOptions): Promise<Listening> {
  const callers: NetServer[] = [];
  const addresses: ListeningAddress[] = [];
  const underWay = watchAnswers(server);
  let absent: Error | undefined;
  for (const host of options.hosts) {
    try {
      const [first] = addresses;
      if (first) callers.push(await openExtraServer(server, host, first.port));
      const port = first?.port ?? (await openServer(server, host, options.port));
      addresses.push({ address: host, port });
    } catch (error) {
      if (!isAbsent(error)) {
        await drain(server, callers, 0);
        throw error;
      }
      absent = error;
      options.log.warn({ err: error, host }, "This machine does not have an address to listen on.");
    }
  }
  if (absent && addresses.length === 0) throw absent;
  return {
    addresses,
    close: (graceMs) => {
      // A client informed early does not send its next request into a connection that is about to end.
      for (const answer of underWay) if (!answer.headersSent) answer.setHeader("connection", "close");
      return drain(server, callers, graceMs);
    },
    hurry: () => server.server.closeAllConnections(),
  };
}

/**
 * Track the unfinished responses; Fastify tells a request that comes while the server closes to close its
 * connection.
 */
function watchAnswers(server: FastifyInstance): ReadonlySet<ServerResponse> {
  const underWay = new Set<ServerResponse>();
  server.server.prependListener("request", (_request, answer: ServerResponse) => {
    underWay.add(answer);
    answer.once("close", () => underWay.delete(answer));
  });
  return underWay;
}

// On its own: an IPv6 socket that also takes IPv4 would take the port from the IPv4 address.
const ipv6Only = true;

async function openServer(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port, ipv6Only });
  const address = server.server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Pass connections to the HTTP server as if it had accepted them itself, which Node allows by design. */
async function openExtraServer(server: FastifyInstance, host: string, port: number): Promise<NetServer> {
  const netServer = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.server.emit("connection", socket);
  });
  await new Promise<void>((resolve, reject) => {
    netServer.once("error", reject);
    netServer.listen({ host, port, ipv6Only }, resolve);
  });
  return netServer;
}

async function drain(server: FastifyInstance, callers: readonly NetServer[], graceMs: number): Promise<void> {
  const closed = Promise.all([server.close(), closeServers(callers)]);
  // A connection whose last request ended after the closing began would stay open until its keep-alive time is over.
  const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await closed.finally(() => {
    clearInterval(sweep);
    clearTimeout(force);
  });
}

async function closeServers(callers: readonly NetServer[]): Promise<void> {
  await Promise.all(callers.map((netServer) => new Promise((resolve) => netServer.close(resolve))));
}

function isAbsent(error: unknown): error is Error {
  if (!(error instanceof Error && "code" in error)) return false;
  return error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT";
}
